/** How a plan names the ends of a copy, for display and for another process. */

import type { AddressInput } from "../../../dataset/open/address.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { joinKey } from "../../../stores/store-key.ts";
import { type CopySource, isAddress } from "../ends.ts";
import type { CopyPlan, PlannedPlace } from "./plan.ts";

/** `inner` is the option `path` that goes with the address, `path` the node's path in its hierarchy. */
export async function plannedPlace(
  input: CopySource,
  inner: string | undefined,
  { format, store }: Hierarchy,
  path: string,
): Promise<PlannedPlace> {
  const address = isAddress(input) ? await fullAddress(String(input), inner ?? "") : undefined;
  return { ...(address !== undefined && { address }), location: store.location, format, path };
}

/** The address as any process understands it; undefined if it may contain a secret. */
async function fullAddress(input: string, inner: string): Promise<string | undefined> {
  const [{ parseLocation, printLocation }, { nodeStep }, { holdsSecret }] = await Promise.all([
    import("../../../stores/location/location.ts"),
    import("../../../stores/location/parts.ts"),
    import("../../../stores/location/address-text.ts"),
  ]);
  if (holdsSecret(input)) return undefined;
  const { base, steps, ...rest } = parseLocation(input);
  const step = nodeStep({ steps }) ?? { name: "node" as const, path: "" };
  const node = inner === "" ? [] : [{ ...step, path: joinKey(step.path, inner) }];
  const kept = inner === "" ? steps : steps.filter((other) => other !== step);
  if (base.scheme !== "file") return printLocation({ base, steps: [...kept, ...node], ...rest });
  const { realPlace } = await import("../../../stores/file/root.ts");
  return printLocation({ base: { ...base, path: realPlace(base.path) }, steps: [...kept, ...node], ...rest });
}

/** Opens an end of a plan: the one named by the caller, else the address in the plan. */
export function endOf<T extends AddressInput>(
  plan: CopyPlan,
  end: "source" | "target",
  given: T | undefined,
): T | string {
  const { address, location } = plan[end];
  const input = given ?? address;
  if (input !== undefined) return input;
  throw new HyperslabError("invalid-request", `the plan does not hold an address of its ${end}`, {
    location,
    hint: `It was an object, or an address with a secret in it. Pass it as the option ${end}.`,
  });
}
