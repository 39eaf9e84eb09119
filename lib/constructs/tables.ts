// Decides the two tables' keys, the sparse index, what expires, what can be restored, and who may do what to an item.

import { AttributeType, Billing, ProjectionType, type TablePropsV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { isDisposable, removalPolicy } from './lifetime.ts';

/** TransactWriteItems needs no permission of its own: DynamoDB checks the action of each item in it. */
export type ItemAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'ConditionCheckItem' | 'Query';

/** Old images, and with them the seal keys of closed attempts, can be restored for this long. */
const RECOVERY_DAYS = 7;

const DUE_INDEX = 'due';

/** What the partition key of a provider's health begins with. */
const HEALTH_KEY = 'HEALTH#';

interface TableProps {
  readonly stage: string;
}

const onDemand = (stage: string) =>
  ({
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: RECOVERY_DAYS },
    deletionProtection: !isDisposable(stage),
    removalPolicy: removalPolicy(stage),
  }) satisfies Partial<TablePropsV2>;

/** `table.grant` would add every index; each permission here names one table or one index. */
const grantOn = (grantee: IGrantable, resourceArn: string, actions: readonly ItemAction[]): Grant =>
  Grant.addToPrincipal({
    grantee,
    actions: actions.map((action) => `dynamodb:${action}`),
    resourceArns: [resourceArn],
  });

/** Orders, attempts and reviews. Index `due` holds only what someone must look at again. */
export class PaymentsTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: TableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      ...onDemand(stage),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: DUE_INDEX,
          partitionKey: { name: 'dueShard', type: AttributeType.STRING },
          sortKey: { name: 'nextCheckAt', type: AttributeType.NUMBER },
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ['status', 'checks'],
        },
      ],
    });
  }

  grant(grantee: IGrantable, actions: readonly ItemAction[]): Grant {
    return grantOn(grantee, this.table.tableArn, actions);
  }

  grantQueryDue(grantee: IGrantable): Grant {
    return grantOn(grantee, `${this.table.tableArn}/index/${DUE_INDEX}`, ['Query']);
  }
}

/** Client keys, inbox claims and provider health: all of it expires. */
export class IdempotencyTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: TableProps) {
    super(scope, id);
    this.table = new TableV2(this, 'Table', {
      ...onDemand(stage),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiresAt',
    });
  }

  grant(grantee: IGrantable, actions: readonly ItemAction[]): Grant {
    return grantOn(grantee, this.table.tableArn, actions);
  }

  /** Providers' health items, and no client key. */
  grantHealth(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:UpdateItem'],
      resourceArns: [this.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${HEALTH_KEY}*`] } },
    });
  }
}
