// What the workflows hand to their tasks (design section 4): ids, counters, the sealed token; nothing else is worked on.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chargeInput, InvalidStepInput, reconcileInput } from '#core/workflow/step-input.ts';
import { A, ORDER_ID, refOf, TENANT } from '../examples.ts';

const REF = { tenantId: TENANT, orderId: ORDER_ID, attemptId: A };
const CHARGE = { ...REF, resumes: 0, sealedToken: 'c2VhbGVk', previous: 'none' };

it('reconcile reads the names of an attempt, and no more', () => {
  expect(reconcileInput({ ...CHARGE, more: 1 })).toEqual(refOf(A));
});

test.each(['none', 'stillProcessing', 'retry'])('charge reads a run that comes from %s', (previous) => {
  expect(chargeInput({ ...CHARGE, previous, resumes: 3, more: 1 })).toEqual({ ...CHARGE, previous, resumes: 3 });
});

it('the first run is number 0', () => expect(chargeInput(CHARGE)).toEqual(CHARGE));

describe('what no workflow of ours sends', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'x'],
    ['no tenant', { ...CHARGE, tenantId: undefined }],
    ['a tenant of another form', { ...CHARGE, tenantId: 'local' }],
    ['an order of another form', { ...CHARGE, orderId: 'a/b' }],
    ['an attempt of another form', { ...CHARGE, attemptId: 'a' }],
  ])('%s', (_name, event) => {
    expect(() => reconcileInput(event)).toThrow(InvalidStepInput);
    expect(() => chargeInput(event)).toThrow(InvalidStepInput);
  });

  test.each<[string, object]>([
    ['no run', { resumes: undefined }],
    ['a run in words', { resumes: '0' }],
    ['a run before the first', { resumes: -1 }],
    ['half a run', { resumes: 0.5 }],
    ['no token', { sealedToken: undefined }],
    ['a token that is none', { sealedToken: {} }],
    ['a previous step that there is not', { previous: 'settled' }],
    ['no previous step', { previous: undefined }],
  ])('charge: %s', (_name, over) => expect(() => chargeInput({ ...CHARGE, ...over })).toThrow(InvalidStepInput));

  it('any value is read or refused with the name that the state machine catches', () => {
    const some = fc.oneof(
      fc.anything(),
      fc.record({ tenantId: fc.anything(), orderId: fc.anything(), attemptId: fc.anything() }),
    );
    fc.assert(
      fc.property(some, (event) => {
        try {
          chargeInput(event);
        } catch (error) {
          expect(error).toMatchObject({ name: 'InvalidStepInput' });
        }
      }),
    );
  });

  it('keeps the cause', () => {
    expect(() => reconcileInput({ ...REF, attemptId: 'a' })).toThrow(
      expect.objectContaining({ cause: expect.any(RangeError) }),
    );
  });
});
