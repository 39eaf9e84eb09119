// Where the functions find the provider: the one setting that is filled in after synthesis, because its port may be any.

import { isJsonObject, type JsonObject } from '../json.ts';

/** The settings as synthesised: the provider's URL is left to its default, so that it does not make a new assembly. */
export function withoutProviderUrl(settings: JsonObject): JsonObject {
  if (!isJsonObject(settings.provider)) return settings;
  const { baseUrl: _, ...provider } = settings.provider;
  return { ...settings, provider };
}

/** A function's environment as the template has it, with the provider's real URL in SETTINGS. */
export function withProviderUrl(environment: Record<string, string>, baseUrl: string): Record<string, string> {
  if (environment.SETTINGS === undefined) return environment;
  const settings = JSON.parse(environment.SETTINGS) as JsonObject;
  const provider = isJsonObject(settings.provider) ? settings.provider : {};
  return { ...environment, SETTINGS: JSON.stringify({ ...settings, provider: { ...provider, baseUrl } }) };
}
