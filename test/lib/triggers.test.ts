// Decides what may start a function from outside: signed requests on three routes, and one schedule without retries.

import { expect, test } from 'vitest';
import { nameOf, permissionsOf } from './permissions.ts';
import { resourceOf, synthesise } from './synth.ts';

const prod = synthesise();
const all = (type: string) => Object.values(prod.resources).filter(({ Type }) => Type === type);
const only = (type: string) => resourceOf(prod, type, '').Properties;

test('there are three routes, each for callers that IAM knows', () => {
  const routes = all('AWS::ApiGatewayV2::Route').map(({ Properties }) => [
    Properties.RouteKey,
    Properties.AuthorizationType,
  ]);
  expect(routes.sort()).toEqual([
    ['GET /orders/{orderId}', 'AWS_IAM'],
    ['POST /orders', 'AWS_IAM'],
    ['POST /orders/{orderId}/checkout', 'AWS_IAM'],
  ]);
});

test('each route leads to its function, with the payload of version 2.0', () => {
  const targets = Object.entries(prod.resources)
    .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
    .map(([, { Properties }]) => {
      const [, integrationId] = Properties.Target['Fn::Join'][1] as [string, { Ref: string }];
      const integration = prod.resources[integrationId.Ref]?.Properties;
      expect(integration.PayloadFormatVersion).toBe('2.0');
      return [Properties.RouteKey, nameOf(integration.IntegrationUri)];
    });
  expect(Object.fromEntries(targets)).toEqual({
    'GET /orders/{orderId}': 'GetOrderFunction.Arn',
    'POST /orders': 'CreateOrderFunction.Arn',
    'POST /orders/{orderId}/checkout': 'CheckoutFunction.Arn',
  });
});

test('the API is throttled, and may be called from no web page', () => {
  const { DefaultRouteSettings } = only('AWS::ApiGatewayV2::Stage');
  expect(DefaultRouteSettings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(DefaultRouteSettings.ThrottlingBurstLimit).toBeGreaterThan(0);
  expect(only('AWS::ApiGatewayV2::Api').CorsConfiguration).toBeUndefined();
});

test('the access log is JSON, and holds no path, header, caller or body', () => {
  const { AccessLogSettings } = only('AWS::ApiGatewayV2::Stage');
  const format = JSON.parse(AccessLogSettings.Format) as Record<string, string>;
  expect(format).toMatchObject({ requestId: '$context.requestId', routeKey: '$context.routeKey' });
  const allowed =
    /^\$context\.(requestId|requestTimeEpoch|routeKey|status|error\.responseType|response(Latency|Length)|integration(Status|Latency|\.requestId))$/;
  for (const variable of Object.values(format)) expect(variable).toMatch(allowed);
  expect(nameOf(AccessLogSettings.DestinationArn)).toBe('ApiLogs.Arn');
});

test.each([
  [{}, 'rate(1 minute)'],
  [{ reconcileIntervalSeconds: 300 }, 'rate(5 minutes)'],
  [{ reconcileIntervalSeconds: 3600 }, 'rate(1 hour)'],
])('with %o the sweep runs at %s', (given, rate) => {
  expect(resourceOf(synthesise(given), 'AWS::Scheduler::Schedule', '').Properties.ScheduleExpression).toBe(rate);
});

test('nothing but the next tick repeats a sweep: neither the scheduler nor Lambda', () => {
  const { Target, State, FlexibleTimeWindow } = only('AWS::Scheduler::Schedule');
  expect(Target.RetryPolicy).toEqual({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
  expect(nameOf(Target.Arn)).toBe('SweepFunction.Arn');
  expect(State).toBe('ENABLED');
  expect(FlexibleTimeWindow).toEqual({ Mode: 'OFF' });
  const asynchronous = only('AWS::Lambda::EventInvokeConfig');
  expect(nameOf(asynchronous.FunctionName)).toBe('SweepFunction');
  expect(asynchronous).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
});

test('the schedule may invoke the sweep, for this account only, and nothing else', () => {
  expect(permissionsOf(prod, 'SweepScheduleRole')).toEqual({ 'SweepFunction.Arn': ['lambda:InvokeFunction'] });
  const { AssumeRolePolicyDocument } = resourceOf(prod, 'AWS::IAM::Role', 'SweepScheduleRole').Properties;
  expect(AssumeRolePolicyDocument.Statement).toEqual([
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
});

test('the outputs say where to call, where to look, and which secret to put', () => {
  const outputs = prod.template.toJSON().Outputs as Record<string, { Value: unknown }>;
  const named = Object.entries(outputs).map(([name, { Value }]) => [name, nameOf(Value)]);
  expect(Object.fromEntries(named)).toEqual({
    ApiUrl: 'ApiHttpApi.ApiEndpoint',
    PaymentWorkflowArn: 'PaymentWorkflowStateMachine',
    ReconcileWorkflowArn: 'ReconcileWorkflowStateMachine',
    ProviderSecretArn: 'ProviderSecret',
  });
});
