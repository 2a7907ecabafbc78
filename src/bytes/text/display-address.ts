/** An address as messages show it: without anything that may be secret. */
export function displayAddress(address: string): string {
  // A container of Azure stands where others have a user's name.
  const match = /^([a-z][a-z0-9+.-]+:)(\/\/)?((?<=^az:\/\/)[^/?#]*@)?(?:[^/?#]*@)?([^?#]*)/i.exec(address);
  if (match === null) return address;
  const [, scheme = "", slashes = "", container = "", rest = ""] = match;
  return scheme + slashes + container + rest;
}
