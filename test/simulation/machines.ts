// The workflows as they would be deployed, by the contract that they are for; synthesised once each, for all processes.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseSettings } from '#core/settings/parse-settings.ts';
import { definitionOf } from '../lib/definition.ts';
import { CONTRACTS, type ContractName } from './plan.ts';
import type { Machines } from './world.ts';

/** A file that another process has written: synthesising takes longer than a thousand histories. */
const KEPT = 'SIMULATION_MACHINES';

type All = Readonly<Record<ContractName, Machines>>;

const NAMES = Object.keys(CONTRACTS) as ContractName[];

let made: All | null = null;

/** To be awaited before the first history. */
export async function makeMachines(): Promise<All> {
  if (made) return made;
  const kept = process.env[KEPT];
  if (kept) made = JSON.parse(readFileSync(kept, 'utf8')) as All;
  else {
    // CDK alone takes seconds to load.
    const { synthesise } = await import('../lib/synth.ts');
    const all = NAMES.map((name) => {
      const app = synthesise(CONTRACTS[name]);
      const machines = {
        payment: definitionOf(app, 'PaymentWorkflow'),
        reconcile: definitionOf(app, 'ReconcileWorkflow'),
      };
      return [name, { settings: settingsOf(name), ...machines }] as const;
    });
    made = Object.fromEntries(all) as All;
  }
  return made;
}

/** Processes that begin from now on find them in this file. */
export async function keepMachines(file: string): Promise<void> {
  writeFileSync(file, JSON.stringify(await makeMachines()));
  process.env[KEPT] = file;
}

export function machinesFor(contract: ContractName): Machines {
  if (made === null) throw new Error('the machines are not made yet');
  return made[contract];
}

function settingsOf(contract: ContractName): Machines['settings'] {
  const parsed = parseSettings(CONTRACTS[contract]);
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.join(' '));
  return parsed.settings;
}
