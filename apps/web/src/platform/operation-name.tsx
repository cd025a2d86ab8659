import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { plainTextOfRejection } from '#api/rejection-texts.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { commandKey, creationKey, operationKey, resourceKeys } from './operation-key.ts'

/** The operation in the reader's words; the log itself holds the call, which is shown on hovering and where it has no name. */
export function OperationName({ operation }: { operation: string }) {
  const { t, i18n } = useTranslation('platform')
  const own = `operation.call.${operationKey(operation)}`
  const creation = creationKey(operation)
  const known = creation !== undefined && i18n.exists(creation) ? creation : commandKey(operation)
  const key = i18n.exists(own, { ns: 'platform' }) ? own : known
  if (key) return <span title={operation}>{t(key)}</span>
  const keys = resourceKeys(operation)
  if (keys) {
    const title = typeof keys.title === 'string' ? t(keys.title) : keys.title[currentLanguage()]
    return <span title={operation}>{t(keys.verb, { title })}</span>
  }
  return <span className="nf-mono">{operation}</span>
}

/** The actor: a person of the tenant by name alone, an operator who visited with a word beside the name. */
export function OperationActor({ actor }: { actor: string }) {
  const { t } = useTranslation('shared')
  const [kind, name] = [actor.slice(0, actor.indexOf(':')), actor.slice(actor.indexOf(':') + 1)]
  return kind === 'operator' ? `${name} · ${t('role.operator')}` : name
}

/** The outcome: carried out, or refused and by which rule. */
export function OperationOutcome({ outcome }: { outcome: string }) {
  const { t } = useTranslation('platform')
  return outcome === 'accepted' ? (
    <StatusBadge meaning="good" label={t('operation.accepted')} />
  ) : (
    <StatusBadge meaning="warning" label={t('operation.refused', { rule: ruleOf(outcome) })} />
  )
}

/** The sentence of a refusal. One with placeholders cannot be filled here: its code is shown instead. */
const ruleOf = (outcome: string): string => {
  const sentence = outcome in rejections ? plainTextOfRejection(outcome as RejectionCode) : outcome
  return sentence.includes('{{') ? outcome : sentence
}
