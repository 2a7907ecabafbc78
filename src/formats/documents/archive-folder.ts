/** The folder in which netCDF-C expects all keys of an archive. */
import type { Store } from "../../stores/store.ts";

/** Puts all keys of a new archive into this folder, which is named like the archive without its last extension. */
export function beginInOwnFolder({ location, beginIn }: Store): void {
  const name = location.slice(Math.max(location.lastIndexOf("/"), location.lastIndexOf("\\")) + 1);
  const folder = name.replace(/(?<=.)\.[^.]*$/, "");
  if (folder !== "") beginIn?.(folder);
}
