export interface Ceph {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly version: string;
  stop(): Promise<void>;
}
export function ensureCeph(): void;
export function startCeph(): Promise<Ceph>;
