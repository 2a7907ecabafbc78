/** The worker's side of a conversation: takes tasks, passes on what they ask for, answers each. Runs in any worker. */
import { toErrorMessage } from "./error-message.ts";
import type { Answer, Fetched, FromWorker, Task, ToWorker } from "./messages.ts";
import type { Ask } from "./runner.ts";

export type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

interface Waiting {
  resolve(fetched: Fetched): void;
  reject(error: unknown): void;
}

/** Says that the worker has begun; gives what hears messages. */
export function serve(run: (task: Task, ask: Ask) => Promise<Answer>, post: Post): (message: ToWorker) => void {
  const waiting = new Map<number, Waiting>();

  const execute = async (task: Task): Promise<void> => {
    const { id, buffer, input } = task;
    const spent = new Set<ArrayBuffer>();
    if (input.kind === "caller") addMemory(input.fetched, spent);
    const ask: Ask = async (reads) => {
      const asked = new Promise<Fetched>((resolve, reject) => waiting.set(id, { resolve, reject }));
      post({ kind: "question", id, reads }, []);
      const fetched = await asked;
      addMemory(fetched, spent);
      return fetched;
    };
    const answer = await run(task, ask).catch((error: unknown): Answer => {
      return { kind: "answer", id, buffer, found: [], error: { message: toErrorMessage(error), step: 0 } };
    });
    const encoded = (answer.encoded ?? []).flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
    const memory = [...spent].filter((part) => part !== answer.buffer);
    post(memory.length === 0 ? answer : { ...answer, spent: memory }, [answer.buffer, ...encoded, ...memory]);
  };

  post({ kind: "ready" }, []);
  return (message) => {
    if (message.kind === "decode" || message.kind === "encode") {
      void execute(message);
      return;
    }
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "bytes") asked?.resolve(message.fetched);
    else asked?.reject(new Error("the task was cancelled"));
  };
}

function addMemory(fetched: Fetched, memory: Set<ArrayBuffer>): void {
  for (const bytes of fetched) if (bytes?.buffer instanceof ArrayBuffer) memory.add(bytes.buffer);
}
