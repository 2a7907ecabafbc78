/** The shape of the earth that a grid is drawn on: code table 3.2 of edition 2. */
import { signMagnitude } from "./message.ts";

export interface Earth {
  readonly major: number;
  readonly minor: number;
}

export function earthOf2(view: DataView): Earth {
  const scaled = (at: number): number => view.getUint32(at + 1) / 10 ** signMagnitude(view.getUint8(at), 8);
  const shape = view.getUint8(14);
  const sphere = (radius: number): Earth => ({ major: radius, minor: radius });
  switch (shape) {
    case 1:
      return sphere(scaled(15));
    case 2:
      return { major: 6378160, minor: 6356775 };
    case 3:
      return { major: 1e3 * scaled(20), minor: 1e3 * scaled(25) };
    case 4:
      return { major: 6378137, minor: 6356752.314 };
    case 5:
      return { major: 6378137, minor: 6356752.3142 };
    case 6:
      return sphere(6371229);
    case 7:
      return { major: scaled(20), minor: scaled(25) };
    case 8:
      return sphere(6371200);
    case 9:
      return { major: 6377563.396, minor: 6356256.909 };
    default:
      return sphere(6367470);
  }
}
