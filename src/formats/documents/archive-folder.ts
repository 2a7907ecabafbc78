/** The folder of a new archive in which netCDF-C expects all keys. */
import type { Store } from "../../stores/store.ts";

/** Lets the keys of a new archive begin in the folder that netCDF-C gives it: its name without the last extension. */
export function beginInOwnFolder({ location, beginIn }: Store): void {
  const name = location.slice(Math.max(location.lastIndexOf("/"), location.lastIndexOf("\\")) + 1);
  const folder = name.replace(/(?<=.)\.[^.]*$/, "");
  if (folder !== "") beginIn?.(folder);
}
