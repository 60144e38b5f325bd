// The rules of the house: every version is kept, and the newest one of a rule counts.

import type { LineRule, RuleConditions } from '../../domain/record/line-rule.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

type Row = Omit<LineRule, 'conditions' | 'actor'> & {
  conditions: Buffer;
  actor_role: LineRule['actor']['role'];
  actor_id: string | null;
};

const COLUMNS = `line_rule_id, version, receiving_account_id, name, conditions, act, state, note,
  actor_role, actor_id, changed_at`;

const place = (line_rule_id: string, version: number) =>
  `line_rules/conditions/${line_rule_id}/${version}`;

function ruleOf(cipher: Cipher, { conditions, actor_role, actor_id, ...row }: Row): LineRule {
  const opened: RuleConditions = JSON.parse(
    cipher.open(conditions, place(row.line_rule_id, row.version)),
  );
  return { ...row, conditions: opened, actor: { role: actor_role, id: actor_id } };
}

/** False if somebody else has made this version meanwhile. */
export async function insertLineRule(
  tx: Queryable,
  cipher: Cipher,
  rule: LineRule,
): Promise<boolean> {
  const { line_rule_id, version, actor } = rule;
  const rows = await tx.query(
    'insert-line-rule',
    `insert into line_rules (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (line_rule_id, version) do nothing returning 1 as inserted`,
    [
      line_rule_id,
      version,
      rule.receiving_account_id,
      rule.name,
      cipher.seal(JSON.stringify(rule.conditions), place(line_rule_id, version)),
      rule.act,
      rule.state,
      rule.note,
      actor.role,
      actor.id,
      timestamp(rule.changed_at),
    ],
  );
  return rows.length > 0;
}

/** The newest version of every rule, the newest rule first. */
export async function readLineRules(db: Queryable, cipher: Cipher): Promise<LineRule[]> {
  const rows = await db.query<Row>(
    'read-line-rules',
    `select distinct on (line_rule_id) ${COLUMNS} from line_rules
     order by line_rule_id desc, version desc`,
    [],
  );
  return rows.map((row) => ruleOf(cipher, row));
}

/** All versions of one rule, the newest first; empty if there is no such rule. */
export async function readRuleVersions(
  db: Queryable,
  cipher: Cipher,
  line_rule_id: string,
): Promise<LineRule[]> {
  const rows = await db.query<Row>(
    'read-rule-versions',
    `select ${COLUMNS} from line_rules where line_rule_id = $1 order by version desc`,
    [line_rule_id],
  );
  return rows.map((row) => ruleOf(cipher, row));
}
