/** Templates for the URLs of a set: the URLs themselves if they are few, else the directories that contain most of them. */
import { formatLimits } from "../limits.ts";

export interface FoundTemplates {
  readonly templates: Readonly<Record<string, string>>;
  /** The URL as written in the set. */
  spell(url: string): string;
}

const NONE: FoundTemplates = { templates: {}, spell: (url) => url };

/** A template that saves fewer characters is not created. */
const LEAST_CHARACTERS = 12;

export function findTemplates(urls: readonly string[]): FoundTemplates {
  // In a set with templates, braces in other URLs would be mistaken for templates too.
  if (urls.some((url) => /[{}]/.test(url))) return NONE;
  const isFew = !formatLimits.urlTemplates.isExceededBy(urls.length);
  const texts = isFew ? urls : usualDirectories(urls);
  const names = new Map<string, string>();
  for (const text of texts) {
    if (text.length >= LEAST_CHARACTERS) names.set(text, `u${names.size === 0 ? "" : names.size}`);
  }
  if (names.size === 0) return NONE;
  const templates = Object.fromEntries([...names].map(([text, name]) => [name, text]));
  const spell = (url: string): string => {
    const text = isFew ? url : directoryOf(url);
    const name = names.get(text);
    return name === undefined ? url : `{{${name}}}${url.slice(text.length)}`;
  };
  return { templates, spell };
}

function directoryOf(url: string): string {
  return url.slice(0, url.lastIndexOf("/") + 1);
}

function usualDirectories(urls: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const url of urls) counts.set(directoryOf(url), (counts.get(directoryOf(url)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, some], [b, others]) => others * b.length - some * a.length)
    .slice(0, formatLimits.urlTemplates.value)
    .map(([directory]) => directory);
}
