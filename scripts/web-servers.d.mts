export type ServerKind = "nginx" | "apache" | "caddy";
export interface WebServer {
  readonly origin: string;
  readonly port: number;
  /** nginx: a line for each request, `METHOD path range`. */
  readonly log: string;
  stop(): Promise<void>;
}
export interface WebServerOptions {
  /** The folder to serve; Apache needs it readable by all users. */
  readonly root: string;
  /** More of the server's configuration: nginx's `server`, Apache's `Directory`, Caddy's site. */
  readonly settings?: string;
}
export function ensureServer(kind: ServerKind): string;
export function startServer(kind: ServerKind, options: WebServerOptions): Promise<WebServer>;
