// Times Hyperslab on the stores of peers/make.py; see rows.mjs for how it is called.
import * as hyperslab from "../dist/lib/index.js";
import { operationsOf } from "./operations.mjs";
import { main, time } from "./rows.mjs";

const timed = (operation) => async (dir, rounds) => {
  const { prepare, run, total, end } = await operation(dir);
  const { seconds, result } = await time(rounds, run, prepare);
  await end?.();
  return { seconds, total: total(result) };
};

const operations = Object.entries(operationsOf(hyperslab));
await main("hyperslab", Object.fromEntries(operations.map(([name, operation]) => [name, timed(operation)])));
