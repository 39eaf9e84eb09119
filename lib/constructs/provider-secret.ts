// Decides where the provider's API key lives and who may read it; the operator puts the value after the deploy.

import { Validations } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { removalPolicy } from './lifetime.ts';

export class ProviderSecret extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: string }) {
    super(scope, id);
    // Generated once, at creation: a later deploy does not overwrite what the operator has put.
    this.secret = new Secret(this, 'Secret', {
      description:
        "The payment provider's API key. The generated value is a placeholder: put the real one after the deploy.",
      removalPolicy: removalPolicy(stage),
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'The provider issues this key and offers no API to rotate it; the operator puts a new value by hand.',
    });
  }

  grantRead(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [this.secret.secretArn],
    });
  }
}
