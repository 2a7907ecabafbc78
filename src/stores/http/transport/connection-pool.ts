/**
 * Kept-alive connections to one origin. The one that was used last is taken first, so that there are as many as are in
 * use at once and the others close when idle. Undici's own pool looks for a free one in the order in which they were
 * made, which takes longer than the request where there are hundreds.
 */
import type { Client, Dispatcher } from "undici";
import { storeLimits } from "../../limits.ts";

export interface ConnectionPool {
  /** One that is free. */
  take(): Dispatcher;
  give(dispatcher: Dispatcher): void;
  /** Must an answer be reported one turn of the event loop later? Otherwise the next request would find no free connection. */
  readonly late: boolean;
  /** Is the connection that gave an answer still open? */
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

/** For a dispatcher with its own connections, such as a proxy's tunnels. It counts them as free one turn later. */
export function sharedDispatcher(dispatcher: Dispatcher): ConnectionPool {
  return { late: true, isOpen: () => true, take: () => dispatcher, give: () => {} };
}
