import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { changesBetween } from './changes-between.ts'
import { OperationActor, OperationOutcome } from './operation-name.tsx'

/** User, call and time, the request as received, and each field before and after. */
export function OperationDetail({ row: { operId } }: { row: { operId: number } }) {
  const { t } = useTranslation('platform')
  const { timeZone } = useSession()
  const { find } = resourceCalls.operations
  const found = useQuery({ queryKey: [find.path, operId], queryFn: ({ signal }) => call(find, { operId }, signal) })
  if (found.isError) return <ErrorState error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton height={200} />
  const { operation, actor, outcome, operTime, address, subject, before, after } = found.data
  const changes = changesBetween(before, after)
  return (
    <div className="nf-stack">
      <dl className="nf-details nf-details-flush">
        <dt>{t('field.actor')}</dt>
        <dd>
          <OperationActor actor={actor} />
        </dd>
        <dt>{t('field.outcome')}</dt>
        <dd>
          <OperationOutcome outcome={outcome} />
        </dd>
        <dt>{t('field.operTime')}</dt>
        <dd>
          <InstantText at={operTime} timeZone={timeZone} precision="second" />
        </dd>
        <dt>{t('field.address')}</dt>
        <dd>{address ?? '–'}</dd>
        <dt>{t('operation.request')}</dt>
        <dd className="nf-mono nf-wrap">{operation}</dd>
      </dl>
      <Json title={t('operation.subject')} value={subject} />
      {changes.length > 0 && (
        <table className="nf-table">
          <thead>
            <tr>
              <th scope="col">{t('operation.field')}</th>
              <th scope="col">{t('operation.before')}</th>
              <th scope="col">{t('operation.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before: old, after: next, isChanged }) => (
              <tr key={field}>
                <td className="nf-wrap">{t(`field.${field}`, { defaultValue: field })}</td>
                <td className="nf-wrap">{old}</td>
                <td className={isChanged ? 'nf-wrap nf-changed' : 'nf-wrap'}>{next}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <section>
      <h2 className="nf-panel-title">{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard. */}
      <pre className="nf-json nf-mono" tabIndex={0}>
        {JSON.stringify(value ?? {}, null, 2)}
      </pre>
    </section>
  )
}
