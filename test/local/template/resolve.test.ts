// Which intrinsic functions of a template are resolved, and to what.

import { describe, expect, it } from 'vitest';
import { resolve, type Scope } from '#local/template/resolve.ts';

const scope: Scope = {
  ref: (id) => ({ Table: 'payments', 'AWS::Region': 'eu-west-1', List: ['a', 'b'] })[id],
  getAtt: (id, attribute) => `${id}/${attribute}`,
};

// Expected values: "Intrinsic function reference", AWS CloudFormation user guide.
const CASES: readonly [what: string, value: unknown, resolved: unknown][] = [
  ['plain values', { a: [1, true, null, 'x'] }, { a: [1, true, null, 'x'] }],
  ['Ref', { Ref: 'Table' }, 'payments'],
  ['Ref to a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
  ['GetAtt as a list', { 'Fn::GetAtt': ['Fn', 'Arn'] }, 'Fn/Arn'],
  ['GetAtt as text', { 'Fn::GetAtt': 'Fn.Outputs.Arn' }, 'Fn/Outputs.Arn'],
  ['Join', { 'Fn::Join': [':', ['a', { Ref: 'Table' }, 'c']] }, 'a:payments:c'],
  ['Split', { 'Fn::Split': ['|', 'a|b|c'] }, ['a', 'b', 'c']],
  ['Select', { 'Fn::Select': ['1', ['apples', 'grapes']] }, 'grapes'],
  ['Select of a Split', { 'Fn::Select': [0, { 'Fn::Split': ['ay', { Ref: 'Table' }] }] }, 'p'],
  ['Select of a Ref', { 'Fn::Select': [1, { Ref: 'List' }] }, 'b'],
  ['Sub', { 'Fn::Sub': 'x-$' + '{Table}-$' + '{AWS::Region}-$' + '{Fn.Arn}' }, 'x-payments-eu-west-1-Fn/Arn'],
  ['Sub with variables', { 'Fn::Sub': ['$' + '{A}/$' + '{Table}', { A: { Ref: 'List' } }] }, 'a,b/payments'],
  ['Sub with a literal', { 'Fn::Sub': '$' + '{!Table}' }, '$' + '{Table}'],
  [
    'nesting',
    { Env: { Arn: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['M', 'Arn'] }, '/1']] } } },
    { Env: { Arn: 'M/Arn/1' } },
  ],
  ['no value in an object', { a: 1, b: { Ref: 'AWS::NoValue' } }, { a: 1 }],
  ['no value in a list', [1, { Ref: 'AWS::NoValue' }, 2], [1, 2]],
  ['an object that merely has a Ref', { Ref: 'Table', Type: 'x' }, { Ref: 'Table', Type: 'x' }],
];

describe('a template value is resolved', () => {
  it.each(CASES)('%s', (_, value, resolved) => {
    expect(resolve(value, scope)).toEqual(resolved);
  });

  it('never halfway: an intrinsic that is not known stops the start and is named', () => {
    expect(() => resolve({ a: { 'Fn::ImportValue': 'x' } }, scope)).toThrow(/Fn::ImportValue/);
  });
});
