// What the Secrets Manager endpoint answers: one fixed value for each secret of the template.

import { AwsError } from '../aws/aws-error.ts';
import type { Operations } from '../aws/operations.ts';
import type { Resource, Template } from '../template/template.ts';

interface SecretProperties {
  readonly SecretString?: string;
  readonly GenerateSecretString?: { readonly SecretStringTemplate?: string; readonly GenerateStringKey?: string };
}

export const LOCAL_SECRET = 'local-secret';
const VERSION_ID = '00000000-0000-4000-8000-000000000000';

export function secretsManagerOperations(template: Template): Operations {
  const secrets = template.ofType<SecretProperties>('AWS::SecretsManager::Secret');
  const created = Date.now() / 1_000;
  return {
    'secretsmanager.GetSecretValue'({ SecretId }) {
      const secret = secrets.find(({ name, arn }) => SecretId === name || SecretId === arn);
      if (secret === undefined) {
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
      }
      return {
        ARN: secret.arn,
        Name: secret.name,
        SecretString: secretString(secret),
        VersionId: VERSION_ID,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: created,
      };
    },
  };
}

function secretString({ properties }: Resource<SecretProperties>): string {
  const { SecretStringTemplate = '{}', GenerateStringKey } = properties.GenerateSecretString ?? {};
  if (properties.SecretString !== undefined) return properties.SecretString;
  if (GenerateStringKey === undefined) return LOCAL_SECRET;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: LOCAL_SECRET });
}
