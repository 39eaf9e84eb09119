// What the Secrets Manager endpoint answers: for each secret of the template the value last put, at first a fixed one.

import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws/aws-error.ts';
import type { Operations } from '../aws/operations.ts';
import type { Resource, Template } from '../template/template.ts';

interface SecretProperties {
  readonly SecretString?: string;
  readonly GenerateSecretString?: { readonly SecretStringTemplate?: string; readonly GenerateStringKey?: string };
}

interface Version {
  readonly value: string;
  readonly versionId: string;
  /** Epoch seconds. */
  readonly created: number;
}

export const LOCAL_SECRET = 'local-secret';
const FIRST_VERSION_ID = '00000000-0000-4000-8000-000000000000';
const CURRENT = ['AWSCURRENT'];

export function secretsManagerOperations(template: Template): Operations {
  const secrets = template.ofType<SecretProperties>('AWS::SecretsManager::Secret');
  const started = Date.now() / 1_000;
  const put = new Map<string, Version>();

  function find(secretId: unknown): Resource<SecretProperties> {
    const secret = secrets.find(({ name, arn }) => secretId === name || secretId === arn);
    if (secret === undefined)
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return secret;
  }

  return {
    'secretsmanager.GetSecretValue'({ SecretId }) {
      const secret = find(SecretId);
      const { value, versionId, created } = put.get(secret.arn) ?? {
        value: secretString(secret),
        versionId: FIRST_VERSION_ID,
        created: started,
      };
      return {
        ARN: secret.arn,
        Name: secret.name,
        SecretString: value,
        VersionId: versionId,
        VersionStages: CURRENT,
        CreatedDate: created,
      };
    },
    'secretsmanager.PutSecretValue'({ SecretId, SecretString }) {
      const secret = find(SecretId);
      if (typeof SecretString !== 'string')
        throw new AwsError('InvalidParameterException', 'The local stack takes a SecretString only.');
      const version = { value: SecretString, versionId: randomUUID(), created: Date.now() / 1_000 };
      put.set(secret.arn, version);
      return { ARN: secret.arn, Name: secret.name, VersionId: version.versionId, VersionStages: CURRENT };
    },
  };
}

function secretString({ properties }: Resource<SecretProperties>): string {
  const { SecretStringTemplate = '{}', GenerateStringKey } = properties.GenerateSecretString ?? {};
  if (properties.SecretString !== undefined) return properties.SecretString;
  if (GenerateStringKey === undefined) return LOCAL_SECRET;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: LOCAL_SECRET });
}
