export interface Ceph {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly version: string;
  /** Whether this text occurs in what the gateway stored. */
  stored(text: string): boolean;
  stop(): Promise<void>;
}
export function ensureCeph(): void;
export function startCeph(options?: { readonly settings?: string }): Promise<Ceph>;
