/** What happens to each array when files are joined along a dimension. */
import { jsonArray, jsonInteger, withMember } from "../../../bytes/json/make.ts";
import { jsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { isFixedSize } from "../../../model/data-types/data-type.ts";
import { firstChunkShape } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../../model/node.ts";

export interface JoinedDimension {
  /** The name of the dimension. */
  readonly dimension: string;
  /** True if files do not have it; each then becomes one step of it. */
  readonly isNew: boolean;
  /** The array whose values the caller rewrites: the coordinate. */
  readonly coordinate?: string | undefined;
}

/**
 * `joined` arrays become longer along an axis, `stacked` ones get a new first axis, `shared` ones must be the same in
 * all files, and `given` ones are rewritten.
 */
export type ArrayRole =
  | { readonly kind: "joined"; readonly axis: number; readonly rowBytes: number | undefined }
  | { readonly kind: "stacked" }
  | { readonly kind: "shared" }
  | { readonly kind: "given" };

export function roleOf(node: ArrayNode, { dimension, isNew, coordinate }: JoinedDimension): ArrayRole {
  const axis = node.dimensions.findIndex(({ name }) => name === dimension);
  if (axis !== node.dimensions.findLastIndex(({ name }) => name === dimension)) throw square(node.path, dimension);
  if (node.path === coordinate) return { kind: "given" };
  if (!isNew) return axis < 0 ? { kind: "shared" } : { kind: "joined", axis, rowBytes: bytesPerRow(node, axis) };
  if (axis >= 0) throw taken(node.path, dimension);
  // Coordinates of other dimensions stay the same in every file.
  const name = node.path.slice(node.path.lastIndexOf("/") + 1);
  const isCoordinate = node.dimensions.length === 1 && node.dimensions[0]!.name === name;
  return isCoordinate ? { kind: "shared" } : { kind: "stacked" };
}

/** Codecs that depend on the rank of their chunks: none of them can be adapted to the new axis. */
const RANKED = new Set(["reshape", "zarrs.squeeze", "sharding_indexed"]);

export function withLeadingAxis(spec: CodecSpec, path: string): CodecSpec {
  if (RANKED.has(spec.name)) {
    throw new HyperslabError(
      "unsupported",
      `${path} cannot be stacked: its codec ${spec.name} depends on its dimensions`,
      {
        node: path,
        hint: "Combine along a dimension that the files have.",
      },
    );
  }
  if (spec.name !== "transpose") return spec;
  const order = jsonView(spec.configuration)
    .required("order")
    .items()
    .map((item) => jsonInteger(item.integer() + 1));
  const configuration = withMember(spec.configuration, "order", jsonArray([jsonInteger(0), ...order]));
  return { ...spec, configuration };
}

/** The bytes per step along the axis, if chunks are plain bytes whose steps are consecutive. */
export function bytesPerRow({ codecs, dataType, grid }: ArrayNode, axis: number): number | undefined {
  if (codecs.some(({ name }) => name !== "bytes") || !isFixedSize(dataType)) return undefined;
  const chunk = firstChunkShape(grid);
  if (chunk.slice(0, axis).some((length) => length !== 1)) return undefined;
  if (grid.some(({ kind }, at) => at > axis && kind === "varying")) return undefined;
  return chunk.slice(axis + 1).reduce((product, length) => product * length, dataType.itemSize);
}

function square(path: string, dimension: string): HyperslabError {
  return new HyperslabError(
    "unsupported",
    `${path} has the dimension ${dimension} twice, and cannot be joined along it`,
    {
      node: path,
      hint: "Its values between files are unknown. Combine along a new dimension instead.",
    },
  );
}

function taken(path: string, dimension: string): HyperslabError {
  return new HyperslabError("invalid-request", `${path} has a dimension ${dimension} already`, {
    node: path,
    hint: "Choose another name for the new dimension, or combine along the existing one.",
  });
}
