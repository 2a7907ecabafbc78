/**
 * Kept-alive connections to one origin. The most recently used one is taken first, so that only as many stay open as
 * are in use at once and the others close when idle. Undici's own pool searches for a free one in order of creation,
 * which takes longer than the request if there are hundreds.
 */
import type { Client, Dispatcher } from "undici";
import { storeLimits } from "../../limits.ts";

export interface ConnectionPool {
  /** Returns a free connection. */
  take(): Dispatcher;
  give(dispatcher: Dispatcher): void;
  /**
   * Whether a response must be reported one turn of the event loop later, because otherwise the next request would find
   * no free connection.
   */
  readonly late: boolean;
  /** Returns whether the connection that delivered a response is still open. */
  isOpen(dispatcher: Dispatcher): boolean;
}

export function connectionPool(make: () => Client): ConnectionPool {
  const free: Dispatcher[] = [];
  const clients = new WeakMap<Dispatcher, Client>();
  const made = (): Client => {
    const client = make();
    clients.set(client, client);
    return client;
  };
  return {
    late: false,
    isOpen: (dispatcher) => clients.get(dispatcher)?.stats.connected !== false,
    take: () => free.pop() ?? made(),
    give: (dispatcher) => {
      if (storeLimits.freeConnections.isExceededBy(free.length + 1)) void dispatcher.close();
      else free.push(dispatcher);
    },
  };
}

/** For a dispatcher with its own connections, such as a proxy's tunnels, which counts them as free one turn later. */
export function sharedDispatcher(dispatcher: Dispatcher): ConnectionPool {
  return { late: true, isOpen: () => true, take: () => dispatcher, give: () => {} };
}
