// What the deployment tells a function: its settings, validated at synth, and the names of its resources.

import type { Settings } from '#core/settings/settings.ts';

/** A variable that the template must set is not there: nothing can work. */
export class MissingEnvironment extends Error {
  override readonly name = 'MissingEnvironment';
}

export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new MissingEnvironment(`the environment variable ${name} is not set`);
  return value;
}

/** Written by the synth from validated settings. */
export const readSettings = (): Settings => JSON.parse(variable('SETTINGS')) as Settings;

/** For functions that have business with client keys or the provider's health. */
export const readTables = () => ({ payments: variable('PAYMENTS_TABLE'), idempotency: variable('IDEMPOTENCY_TABLE') });

/** For functions that have none. */
export const readPaymentsTable = () => ({ payments: variable('PAYMENTS_TABLE') });
