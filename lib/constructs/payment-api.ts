// Decides the routes, who may call them (nobody who is not known, on every route), how fast, and what the access log says.

import { Stack } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import { authorizerFor } from './callers.ts';
import { ownLogGroup } from './lifetime.ts';
import type { PaymentFunction } from './payment-function.ts';
import { corsFor } from './web-pages.ts';

/** Requests of all callers together: a waiting checkout holds one of the account's Lambda executions (1,000 by default). */
const THROTTLE = { rateLimit: 100, burstLimit: 200 };

/** No path (it names the order), no header, no body: a request is found by its id. */
const ACCESS_LOG_FIELDS = {
  requestId: '$context.requestId',
  requestTimeEpoch: '$context.requestTimeEpoch',
  routeKey: '$context.routeKey',
  status: '$context.status',
  errorType: '$context.error.responseType',
  integrationStatus: '$context.integrationStatus',
  integrationRequestId: '$context.integration.requestId',
  integrationLatency: '$context.integrationLatency',
  responseLatency: '$context.responseLatency',
  responseLength: '$context.responseLength',
};

export interface PaymentApiProps {
  readonly settings: Settings;
  readonly createOrder: PaymentFunction;
  readonly checkout: PaymentFunction;
  readonly getOrder: PaymentFunction;
}

export class PaymentApi extends Construct {
  /** Without a trailing slash. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: PaymentApiProps) {
    super(scope, id);
    const { stage, auth, corsOrigins } = props.settings;
    const corsPreflight = corsFor(corsOrigins);
    const api = new HttpApi(this, 'HttpApi', {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      defaultAuthorizer: authorizerFor(auth),
      ...(corsPreflight && { corsPreflight }),
    });
    const route = (method: HttpMethod, path: string, target: PaymentFunction) =>
      api.addRoutes({ path, methods: [method], integration: new HttpLambdaIntegration(target.node.id, target.lambda) });

    route(HttpMethod.POST, '/orders', props.createOrder);
    route(HttpMethod.POST, '/orders/{orderId}/checkout', props.checkout);
    route(HttpMethod.GET, '/orders/{orderId}', props.getOrder);

    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(ownLogGroup(this, stage)),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
      },
    });
    this.url = api.apiEndpoint;
  }
}
