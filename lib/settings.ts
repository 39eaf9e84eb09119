// Decides which settings a synth is given: the context key `settings`, and over it any single setting by its name.

import { readFileSync } from 'node:fs';
import { type ParsedSettings, parseSettings } from '#core/settings/parse-settings.ts';

/** CDK's own context keys hold a colon, a slash or a dash; a setting's name does not. */
const NAME = /^[a-zA-Z]+$/;

/** `settings`: an object, its JSON text, or the path of a JSON file. A misspelt name is a problem, not a default. */
export function settingsFromContext(context: Readonly<Record<string, unknown>>): ParsedSettings {
  const { settings = {}, ...others } = context;
  const base = fromText(settings);
  if (base.kind === 'unreadable') return { kind: 'invalid', problems: [base.problem] };
  if (!isObject(base.value)) return parseSettings(base.value);
  const named = Object.entries(others).filter(([name]) => NAME.test(name));
  const single = Object.fromEntries(named.map(([name, value]) => [name, jsonOrText(value)]));
  return parseSettings({ ...base.value, ...single, ...bothProviders(base.value, single) });
}

type Given = Readonly<Record<string, unknown>>;

const bothProviders = (base: Given, single: Given): Given =>
  isObject(base.provider) && isObject(single.provider) ? { provider: { ...base.provider, ...single.provider } } : {};

type Text =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly problem: string };

function fromText(given: unknown): Text {
  if (typeof given !== 'string') return { kind: 'read', value: given };
  if (given.trimStart().startsWith('{')) return parsed(given, 'The context value settings');
  try {
    return parsed(readFileSync(given, 'utf8'), `The settings file "${given}"`);
  } catch (cause) {
    const { code = 'no reason given' } = cause as NodeJS.ErrnoException;
    return { kind: 'unreadable', problem: `The settings file "${given}" cannot be read (${code}).` };
  }
}

function parsed(text: string, source: string): Text {
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch (cause) {
    // The message quotes the text, line breaks included.
    const reason = (cause as Error).message.replace(/\s+/g, ' ');
    return { kind: 'unreadable', problem: `${source} is not JSON: ${reason}.` };
  }
}

/** The CDK CLI hands every `-c name=value` over as text. */
function jsonOrText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
