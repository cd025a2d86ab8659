import type { Placeholder } from '@nightflow/schemas/platform/message-template'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Pool } from 'pg'

/** The text that the utility wrote for a message, and the charging item that it is about. */
export type MessageTemplate = { body: string; itemName: string | null }

/** The template that a setting names; undefined where there is none of this name that is enabled. */
export const templateNamed = async (pool: Pool, tenant: string, name: string): Promise<MessageTemplate | undefined> => {
  const { rows } = await pool.query<MessageTemplate>(
    `select body, item_name as "itemName" from platform.message_templates
     where tenant = $1 and message_template_name = $2 and status = '${InUse.enum.enabled}'`,
    [tenant, name],
  )
  return rows[0]
}

/** The text with the facts in place of their names. Another name in braces is left as it was typed. */
export const filledText = (body: string, facts: Partial<Record<Placeholder, string>>): string =>
  body.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: Placeholder) => facts[name] ?? typed)

/** The service does not know the carrier of a number: what the shortest messages of the country hold, all carriers there hold. */
export const shortestMessage = async (pool: Pool, country: string): Promise<number | undefined> => {
  const { rows } = await pool.query<{ characters: number | null }>(
    `select min(sms_length) as characters from platform.carriers where status = '${InUse.enum.enabled}' and coalesce(country, $1) = $1`,
    [country],
  )
  return rows[0]?.characters ?? undefined
}

/** The first text that a message of so many characters holds; where none fits, as much of the last one as it holds. */
export const fittingText = (candidates: readonly [string, ...string[]], charactersMax: number | undefined): string => {
  if (charactersMax === undefined) return candidates[0]
  const fitting = candidates.find((text) => [...text].length <= charactersMax)
  return fitting ?? [...candidates.at(-1)!].slice(0, charactersMax).join('')
}
