// Decides which findings of cdk-nag may be acknowledged, where and why, and when a synth warns.

import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { synthesise } from './synth.ts';

const ACKNOWLEDGED = 'aws:cdk:acknowledged-rules';
const prod = synthesise();
const real = synthesise({ stage: 'dev', provider: { baseUrl: 'https://pay.example.com' } });

test.each([
  ['prod', prod],
  ['dev', real],
])('cdk-nag finds nothing that was not acknowledged in %s', (_stage, { app }) => {
  expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
});

test('each acknowledgement stands at one construct, with its reason', () => {
  const found = prod.stack.node.findAll().flatMap((construct: IConstruct) =>
    construct.node.metadata
      .filter(({ type }) => type === ACKNOWLEDGED)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => {
        expect(reason.length, id).toBeGreaterThan(30);
        const rule = id.replace(/^annotation::AwsSolutions-/i, '').replace(/[0-9A-F]{8}\.Name/, '.Name');
        return `${construct.node.path.replace('PaidOnce/', '')}: ${rule}`;
      }),
  );
  const traced = ['Charge', 'Checkout', 'CreateOrder', 'GetOrder', 'Reconcile', 'Sweep'];
  const telemetry = [...traced, 'PaymentWorkflow', 'ReconcileWorkflow'];
  const runs =
    'arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<PaymentWorkflowStateMachine.Name>:*';
  expect(found.sort()).toEqual(
    [
      ...telemetry.map((id) => `${id}/Telemetry: IAM5[Resource::*]`),
      `Checkout: IAM5[Resource::${runs}]`,
      'ProviderSecret/Secret: SMG4',
    ].sort(),
  );
});

test('a synth warns while the provider is the placeholder', () => {
  const about = Match.stringLikeRegexp('baseUrl is still https://provider.example');
  Annotations.fromStack(prod.stack).hasWarning('/PaidOnce', about);
  Annotations.fromStack(real.stack).hasNoWarning('*', about);
});

test('nothing else warns', () => {
  const warnings = (made: typeof prod) => Annotations.fromStack(made.stack).findWarning('*', Match.anyValue());
  expect(warnings(prod)).toHaveLength(1);
  expect(warnings(real)).toHaveLength(0);
});
