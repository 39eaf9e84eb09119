// Decides how API Gateway knows a caller: by a signature, or by a token of the issuer that the settings name.

import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { AuthSettings } from '#core/settings/settings.ts';

export function authorizerFor(auth: AuthSettings): IHttpRouteAuthorizer {
  switch (auth.kind) {
    case 'iam':
      return new HttpIamAuthorizer();
    case 'jwt':
      return new HttpJwtAuthorizer('Callers', auth.issuer, { jwtAudience: [...auth.audience] });
  }
}
