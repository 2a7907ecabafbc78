/** Every codec of the registry, through the contract. One that is not in the table fails the last test. */
import { describe, expect, test } from "vitest";
import { knownCodecs } from "../../src/codecs/registry.ts";
import { describeCodec } from "../contracts/codec-contract.ts";
import { subjects } from "./subjects.ts";

for (const [name, subject] of Object.entries(subjects)) describeCodec(name, subject);

describe("the registry", () => {
  test("has no codec without a contract", () => {
    expect(Object.keys(subjects).sort()).toEqual(knownCodecs().map(({ name }) => name));
  });
});
