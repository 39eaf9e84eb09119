// What `Ref` and `Fn::GetAtt` answer here: the names and ARNs that CloudFormation would have made up.

export const REGION = 'us-east-1';
export const ACCOUNT_ID = '123456789012';
export const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;

export const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::StackId': arn('cloudformation', 'stack/local/local'),
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

export interface Identity {
  readonly ref: string;
  readonly arn: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** `name`: the given or made-up name; `property`: a resolved property of the resource. */
type Naming = (name: string, property: (key: string) => unknown) => Identity;

const byName = (name: string, ownArn: string, more: Record<string, string> = {}): Identity => ({
  ref: name,
  arn: ownArn,
  attributes: { Arn: ownArn, ...more },
});
const byArn = (ownArn: string, more: Record<string, string> = {}): Identity => ({
  ref: ownArn,
  arn: ownArn,
  attributes: { Arn: ownArn, ...more },
});
const qualified = (property: (key: string) => unknown, qualifier: unknown): Identity =>
  byArn(arn('lambda', `function:${property('FunctionName')}:${qualifier}`), { Version: String(qualifier) });

const NAMING: Readonly<Record<string, Naming>> = {
  'AWS::DynamoDB::GlobalTable': (name) =>
    byName(name, arn('dynamodb', `table/${name}`), { StreamArn: arn('dynamodb', `table/${name}/stream/local`) }),
  'AWS::Lambda::Function': (name) => byName(name, arn('lambda', `function:${name}`)),
  'AWS::Lambda::Version': (_, property) => qualified(property, '1'),
  'AWS::Lambda::Alias': (_, property) => qualified(property, property('Name')),
  'AWS::StepFunctions::StateMachine': (name) => byArn(arn('states', `stateMachine:${name}`), { Name: name }),
  'AWS::SecretsManager::Secret': (name) => byArn(arn('secretsmanager', `secret:${name}-local0`)),
  'AWS::SQS::Queue': (name) => ({
    ...byName(name, arn('sqs', name), { QueueName: name }),
    ref: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT_ID}/${name}`,
  }),
  'AWS::Logs::LogGroup': (name) => byName(name, arn('logs', `log-group:${name}:*`)),
};

export const NAME_PROPERTY: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Logs::LogGroup': 'LogGroupName',
};

export function identify(type: string, name: string, property: (key: string) => unknown): Identity {
  const naming = NAMING[type] ?? ((plain) => byName(plain, arn('local', `${type}/${plain}`)));
  return naming(name, property);
}

/** `PaymentsTable9E001CC6` of a GlobalTable is shown as `Payments`: CDK's hash and the type's own word name nothing. */
export function readableName(logicalId: string, type: string): string {
  const plain = logicalId.replace(/[0-9A-F]{8}$/, '');
  const kind = type.split('::').at(-1) ?? '';
  const words = [kind, kind.replace(/^[A-Z][a-z]+(?=[A-Z])/, '')];
  const word = words.find((candidate) => plain.endsWith(candidate)) ?? '';
  return plain.slice(0, plain.length - word.length) || plain || logicalId;
}
