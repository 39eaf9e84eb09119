// Where the stories happen: one stack at a time, started anew when an act asks for other settings than the one before.

import { parseSettings } from '#core/settings/parse-settings.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type Stack, startStack } from '../stack.ts';
import { StartError } from '../start-error.ts';
import { createApi } from './api.ts';
import { createChecks } from './check.ts';
import { narrate, type Say, sayWithTime } from './narrator.ts';
import { createProviderView } from './provider-view.ts';
import { DEMO_SETTINGS } from './settings.ts';
import type { ActOptions, Play, Stage } from './story.ts';
import { createUnderstood } from './understood.ts';

export interface Theatre extends Stage {
  /** Checks that failed, in all acts and between them. */
  readonly failed: number;
  /** Ends all that was started, at whatever moment. */
  close(): Promise<void>;
}

const FIRST_ORDER = 1001;
/** As wide as the time that a line of an act begins with. */
const MARGIN = ' '.repeat(11);

export function openTheatre(print: Say): Theatre {
  const closing = new AbortController();
  const understood = createUnderstood();
  const say: Say = (line) => print(MARGIN + line);
  const checks = createChecks(say);
  let acts = 0;
  let failedInActs = 0;
  let running: { readonly settings: string; readonly stack: Promise<Stack> } | undefined;

  async function close(): Promise<void> {
    const ending = running;
    running = undefined;
    // One that cannot start has ended by itself.
    await (await ending?.stack.catch(() => undefined))?.close();
  }

  async function stackWith(settings: object): Promise<Stack> {
    const asked = JSON.stringify(settings);
    if (running?.settings !== asked) {
      await close();
      closing.signal.throwIfAborted();
      const stack = startStack({ settings, log: understood.log, signal: closing.signal });
      running = { settings: asked, stack };
    }
    return (running as NonNullable<typeof running>).stack;
  }

  async function act<Seen>(play: Play<Seen>, { settings = {}, told = 'eachEvent' }: ActOptions = {}): Promise<Seen> {
    const given = { ...DEMO_SETTINGS, ...settings };
    const inForce = settingsInForce(given);
    const stack = await stackWith(given);
    const provider = createProviderView(stack.provider);
    understood.take();
    const sayNow = sayWithTime(print);
    const endTelling = told === 'eachEvent' ? await narrate(stack.api, provider, understood, sayNow) : async () => {};
    const ownChecks = createChecks(sayNow);
    const seen = await play({
      api: createApi(stack.api),
      provider,
      say: sayNow,
      checks: ownChecks,
      orderId: `${FIRST_ORDER + acts++}`,
      settings: inForce,
      dynamodb: stack.dynamodb,
      understood,
    });
    await endTelling();
    await provider.behave({ mode: 'normal' });
    failedInActs += ownChecks.failed;
    return seen;
  }

  return {
    act,
    say,
    checks,
    get failed() {
      return failedInActs + checks.failed;
    },
    close: () => {
      closing.abort();
      return close();
    },
  };
}

function settingsInForce(given: object): Settings {
  const parsed = parseSettings(given);
  if (parsed.kind === 'invalid') throw new StartError(`the settings cannot stand: ${parsed.problems.join(' ')}`);
  return parsed.settings;
}
