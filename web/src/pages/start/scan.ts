/** Reading QR codes with what the browser brings; where it brings nothing, a code or a link does it. */
interface Found {
  rawValue: string;
}
interface Detector {
  detect(source: CanvasImageSource | Blob): Promise<Found[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read QR codes. */
export const scans = detectorClass !== undefined;

/** The code of a table in a scanned text: a link to it, or the code itself. */
export function codeIn(text: string): string | null {
  const code =
    text.match(/\/t\/([A-Za-z0-9]{4,12})(?:[?#].*)?$/)?.[1] ?? text.match(/^[A-Za-z0-9]{4,12}$/)?.[0];
  return code?.toUpperCase() ?? null;
}

/** The code of a table that is seen in a picture, or null. */
export async function codeSeen(picture: CanvasImageSource | Blob): Promise<string | null> {
  if (!detectorClass) return null;
  const found = await new detectorClass({ formats: ["qr_code"] }).detect(picture);
  for (const { rawValue } of found) {
    const code = codeIn(rawValue);
    if (code) return code;
  }
  return null;
}
