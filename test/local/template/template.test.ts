// What a resource is called here, and what an assembly and its settings hold.

import { describe, expect, it } from 'vitest';
import { readAssembly } from '#local/template/assembly.ts';
import { readableName } from '#local/template/names.ts';
import { withoutProviderUrl, withProviderUrl } from '#local/template/provider-url.ts';
import { openTemplate } from '#local/template/template.ts';
import { FIXTURE_ASSEMBLY } from '../fixtures/fixture-stack.ts';

describe('names that the template leaves to CloudFormation', () => {
  it.each([
    ['PaymentsTable9E001CC6', 'AWS::DynamoDB::GlobalTable', 'Payments'],
    ['PaymentWorkflowStateMachine19CA364F', 'AWS::StepFunctions::StateMachine', 'PaymentWorkflow'],
    ['ChargeFunction17B51F4A', 'AWS::Lambda::Function', 'Charge'],
    ['SweepSchedule608B5E34', 'AWS::Scheduler::Schedule', 'Sweep'],
    ['Payments130453D3', 'AWS::DynamoDB::GlobalTable', 'Payments'],
    ['Table130453D3', 'AWS::DynamoDB::GlobalTable', 'Table'],
    ['NoHash', 'AWS::Lambda::Function', 'NoHash'],
  ])('%s of %s reads %s', (logicalId, type, name) => {
    expect(readableName(logicalId, type)).toBe(name);
  });

  it('stay apart when two would read the same', () => {
    const table = { Type: 'AWS::DynamoDB::GlobalTable' };
    const template = openTemplate({ Resources: { PaymentsAAAAAAAA: table, PaymentsBBBBBBBB: table } });
    expect(template.ofType(table.Type).map(({ name }) => name)).toEqual(['PaymentsAAAAAAAA', 'PaymentsBBBBBBBB']);
  });

  it('give way to a name that the template gives', () => {
    const Resources = {
      F: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: { 'Fn::Sub': '$' + '{AWS::Region}-f' } } },
    };
    const [found] = openTemplate({ Resources }).ofType('AWS::Lambda::Function');
    expect(found).toMatchObject({
      name: 'us-east-1-f',
      arn: 'arn:aws:lambda:us-east-1:123456789012:function:us-east-1-f',
    });
  });
});

describe('a cloud assembly', () => {
  it('gives resources with every reference resolved', async () => {
    const { template } = await readAssembly(FIXTURE_ASSEMBLY);
    const echo = template.ofType<{ Environment: unknown }>('AWS::Lambda::Function').find(({ name }) => name === 'Echo');
    expect(echo?.properties.Environment).toMatchObject({
      Variables: {
        PAYMENTS_TABLE: 'Payments',
        WORKFLOW_ARN: 'arn:aws:states:us-east-1:123456789012:stateMachine:Workflow',
      },
    });
  });

  it('says which asset is missing', async () => {
    const { codeFolder } = await readAssembly(FIXTURE_ASSEMBLY);
    expect(codeFolder('c0de.zip')).toBe(`${FIXTURE_ASSEMBLY}/asset.code`);
    expect(() => codeFolder('other.zip')).toThrow(/no asset other\.zip/);
  });

  it('refers to nothing that is not there', () => {
    const template = openTemplate({ Resources: { A: { Type: 'T', Properties: { x: { Ref: 'Gone' } } } } });
    expect(() => template.ofType('T')).toThrow(/refers to Gone/);
  });
});

describe('the provider URL', () => {
  it('is taken out before synthesis and put in after it, other settings untouched', () => {
    const settings = { syncWaitSeconds: 3, provider: { baseUrl: 'http://127.0.0.1:1', lookupLagSeconds: 2 } };
    const synthesised = withoutProviderUrl(settings);
    expect(synthesised).toEqual({ syncWaitSeconds: 3, provider: { lookupLagSeconds: 2 } });
    const environment = withProviderUrl({ OTHER: 'x', SETTINGS: JSON.stringify(synthesised) }, 'http://127.0.0.1:2');
    expect(environment.OTHER).toBe('x');
    expect(JSON.parse(environment.SETTINGS ?? '')).toEqual({
      ...settings,
      provider: { ...settings.provider, baseUrl: 'http://127.0.0.1:2' },
    });
  });
});
