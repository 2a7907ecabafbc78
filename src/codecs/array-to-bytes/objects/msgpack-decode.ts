/** MessagePack to JSON trees. Bytes become nodes that stand for them. */
import {
  jsonArray,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonNull,
  jsonObject,
  jsonString,
} from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { decodeMessagePack, type MessagePackTarget } from "../../../bytes/message-pack.ts";
import { lazyLimits } from "../../lazy-limits.ts";
import { bytesNode } from "./bytes-node.ts";

const TREE: MessagePackTarget<JsonNode> = {
  null: jsonNull,
  boolean: jsonBoolean,
  integer: jsonInteger,
  float: jsonFloat,
  text: jsonString,
  bytes: (view) => bytesNode(view.slice()),
  list: jsonArray,
  map: jsonObject,
};

export function decodeMsgpack(bytes: Uint8Array): JsonNode {
  return decodeMessagePack(bytes, TREE, { depth: lazyLimits.msgpackDepth, values: lazyLimits.msgpackValues });
}
