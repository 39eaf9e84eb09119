// The provider and the network before it: a send arrives or not, is processed or lost, is answered or not.

import { type Act, nth } from './act.ts';
import type { AttemptState, ProviderState, SendState, State } from './state.ts';
import { letter, SEND, STORED } from './words.ts';
import type { Behaviour, World } from './world.ts';

type Step = (words: string, change: (provider: ProviderState, send: SendState) => void) => void;

export function providerSteps(s: State, world: World, act: Act): void {
  for (const [i, attempt] of s.attempts.entries()) {
    for (const [k, send] of attempt.sendings.entries()) {
      if (send.is !== SEND.OnWire && send.is !== SEND.Processing) continue;
      const step: Step = (words, change) =>
        act(
          'provider',
          () => `provider: ${letter(i)}${k + 1} ${words}`,
          (t, alarm) => {
            const at = nth(t.attempts, i);
            const begins = at.provider.forgot && send.is === SEND.OnWire;
            change(at.provider, nth(at.sendings, k));
            if (begins && nth(at.sendings, k).is === SEND.Processing)
              alarm('I5 a send is received after its key was forgotten');
          },
        );
      if (send.is === SEND.OnWire) arrive(attempt.provider, world.behaviour, step);
      else process(world.behaviour, step);
    }
    forget(attempt.provider, i, world, act);
  }
}

function forget({ key, keyAge }: ProviderState, i: number, { behaviour, ticks }: World, act: Act): void {
  if (!behaviour.keys || ticks.keyRetention === null || key <= STORED.Processing || keyAge < ticks.keyRetention) return;
  act(
    'provider',
    () => `provider: the key of ${letter(i)} is forgotten`,
    (t) => {
      Object.assign(nth(t.attempts, i).provider, { key: STORED.Nothing, keyAge: 0, forgot: 1 });
    },
  );
}

const REPLAYS: Readonly<Record<number, number>> = {
  [STORED.Approved]: SEND.Approved,
  [STORED.Declined]: SEND.Declined,
  [STORED.Error]: SEND.ServerError,
};

function arrive({ key }: ProviderState, behaviour: Behaviour, step: Step) {
  const becomes = (is: number) => (_: ProviderState, send: SendState) => {
    send.is = is;
  };
  step('never arrives', becomes(SEND.Gone));
  if (behaviour.refuses) step('is refused, 429', becomes(SEND.Refused));
  if (behaviour.keys && key === STORED.Processing) return step('meets one in progress, 409', becomes(SEND.InProgress));
  const replay = behaviour.keys ? REPLAYS[key] : undefined;
  if (replay !== undefined) return step('gets the first result again', becomes(replay));
  step('is received', (provider, send) => {
    send.is = SEND.Processing;
    if (behaviour.keys) Object.assign(provider, { key: STORED.Processing, keyAge: 0 });
  });
}

function process(behaviour: Behaviour, step: Step): void {
  const store = (provider: ProviderState, result: number) => {
    if (!behaviour.keys) return;
    provider.key = result;
    if (result === STORED.Nothing) provider.keyAge = 0;
  };
  const charge = (provider: ProviderState) => {
    provider.charges += 1;
    provider.chargeAge = 0;
  };
  const error = behaviour.busyIsRefusal ? SEND.ServerError : SEND.Unavailable;
  step('CHARGES, answers 201', (provider, send) => {
    charge(provider);
    store(provider, STORED.Approved);
    send.is = SEND.Approved;
  });
  if (behaviour.chargedErrors)
    step('CHARGES, answers 5xx', (provider, send) => {
      charge(provider);
      const kept = behaviour.replays ? STORED.Error : STORED.Approved;
      store(provider, behaviour.keepsErrors ? kept : STORED.Nothing);
      send.is = error;
    });
  if (behaviour.declines)
    step('is declined, 402', (provider, send) => {
      provider.declined = 1;
      store(provider, behaviour.replays ? STORED.Declined : STORED.Nothing);
      send.is = SEND.Declined;
    });
  if (behaviour.errors)
    step('fails without a charge, 5xx', (provider, send) => {
      store(provider, behaviour.replays ? STORED.Error : STORED.Nothing);
      send.is = error;
    });
  step('is lost on the way: no charge, no answer', (provider, send) => {
    store(provider, STORED.Nothing);
    send.is = SEND.Gone;
  });
}

export type Answer = 'found' | 'declined' | 'not found' | 'false miss' | 'inconclusive';

/** What a lookup may be answered now. */
export function lookupAnswers({ provider }: AttemptState, { behaviour, ticks, lookups }: World): Answer[] {
  if (lookups === 'all fail') return ['inconclusive'];
  const listed = provider.charges > 0 && provider.chargeAge >= ticks.lookupLag;
  const answers: Answer[] = [];
  if (provider.charges > 0) answers.push('found');
  if (!listed) answers.push(provider.declined ? 'declined' : 'not found');
  else if (behaviour.falseMiss && provider.missed < 2) answers.push('false miss');
  if (lookups === 'any') answers.push('inconclusive');
  return answers;
}

export const charges = ({ provider }: AttemptState): number[] =>
  Array.from({ length: provider.charges }, (_, i) => i + 1);
