import { Button, Group, Progress, Text } from '@mantine/core'
import { type MoneyProof, startMoneyProof } from '@nightflow/schemas/audit/money-proof'
import { IconCalculator } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { isUnfinished, moneyProofsQuery } from '#audit/audit-queries.ts'
import { ProofDifferences } from '#audit/proof-differences.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

const differingOf = ({ parts }: MoneyProof): number => parts.reduce((sum, { differing }) => sum + differing, 0)
const comparedOf = ({ parts }: MoneyProof): number => parts.reduce((sum, { compared }) => sum + compared, 0)

/** Proofs of the money: the chosen one in full, the nights before it, and the button that starts one. */
export function MoneyProofsScreen() {
  const { t } = useTranslation('audit')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const proofs = useQuery(moneyProofsQuery)
  const [isAsked, setAsked] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const mayRun = useMay('audit:replay:run')
  const rows = proofs.data?.rows ?? []
  const running = rows.find(isUnfinished)
  const shown = rows.find(({ id }) => id === chosen) ?? rows.find((proof) => !isUnfinished(proof))
  const tools = mayRun && (
    <Button
      size="xs"
      leftSection={<IconCalculator size={14} aria-hidden />}
      disabled={running !== undefined}
      onClick={() => setAsked(true)}
    >
      {t('proof.start')}
    </Button>
  )
  return (
    <Page title={t('proof.title')} subtitle={t('proof.subtitle')} tools={tools || undefined}>
      {proofs.isError && (
        <div className="nf-panel">
          <ErrorState error={proofs.error} onRetry={() => proofs.refetch()} />
        </div>
      )}
      {proofs.isPending && <Skeleton height={120} />}
      {proofs.data && rows.length === 0 && (
        <div className="nf-panel">
          <EmptyState icon={IconCalculator} title={t('proof.emptyTitle')} text={t('proof.emptyText')} />
        </div>
      )}
      {running && <RunningProof proof={running} />}
      {shown && <ShownProof proof={shown} />}
      {rows.length > 1 && <Nights rows={rows.filter((proof) => !isUnfinished(proof))} shown={shown?.id} onChoose={setChosen} />}
      <ConfirmDialog
        opened={isAsked}
        title={t('proof.start')}
        text={t('proof.startText')}
        confirmLabel={t('proof.start')}
        doneText={shared('done.started')}
        onConfirm={async () => {
          await call(startMoneyProof, {})
          setChosen(null)
          await client.invalidateQueries({ queryKey: moneyProofsQuery.queryKey })
        }}
        onClose={() => setAsked(false)}
      />
    </Page>
  )
}

function RunningProof({ proof }: { proof: MoneyProof }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const share = proof.total === 0 ? 0 : proof.done / proof.total
  return (
    <section className="nf-panel nf-job" aria-label={t('proof.running')}>
      <StatusBadge meaning="waiting" label={t(`jobs.status.${proof.status}`)} />
      {proof.status === 'running' && (
        <>
          <Progress value={share * 100} mt="xs" aria-label={t('jobs.progress')} />
          <Text size="xs" c="dimmed" mt={4} className="nf-figures">
            {t('proof.done', { done: format.number(proof.done), total: format.number(proof.total) })}
          </Text>
        </>
      )}
    </section>
  )
}

/** Meaning and words of the state of a proof that is over. */
const useOutcome = (): ((proof: MoneyProof) => { meaning: Meaning; label: string }) => {
  const { t } = useTranslation('audit')
  const format = useFormat()
  return (proof) => {
    if (proof.status === 'failed') return { meaning: 'warning', label: t('jobs.status.failed') }
    const differing = differingOf(proof)
    if (differing === 0) return { meaning: 'good', label: t('proof.whole') }
    return { meaning: 'alarm', label: t('proof.differing', { count: differing, number: format.number(differing) }) }
  }
}

function ShownProof({ proof }: { proof: MoneyProof }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const outcome = useOutcome()(proof)
  return (
    <section className="nf-panel nf-job" aria-label={t('proof.result')}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="sm">
          <Text fw={600} size="sm">
            {t(proof.isNightly ? 'proof.nightly' : 'proof.byPerson')}
          </Text>
          <StatusBadge {...outcome} />
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <InstantText at={proof.startedAt} timeZone={timeZone} precision="second" />
          {proof.endedAt &&
            ` · ${t('jobs.took', { seconds: format.number((Date.parse(proof.endedAt) - Date.parse(proof.startedAt)) / 1000, 1) })}`}
        </Text>
      </Group>
      {proof.status === 'failed' && (
        <Text size="xs" mt={4}>
          {t('proof.failedText')}
        </Text>
      )}
      {proof.position !== null && (
        <>
          <Text size="xs" c="dimmed" mt={4} mb="xs" className="nf-figures">
            <ScreenLink screen="audit/events" search={{ position: proof.position }} className="nf-link">
              {t('proof.position', { position: format.number(proof.position) })}
            </ScreenLink>
            {` · ${t('proof.events', { events: format.number(proof.events ?? 0) })}`}
          </Text>
          <FigureTable
            minWidth={320}
            rows={proof.parts}
            keyOf={({ part }) => part}
            columns={[
              { head: t('proof.column.part'), cell: ({ part }) => t(`proof.part.${part}`) },
              {
                head: t('proof.column.compared'),
                cell: ({ compared }) => format.number(compared),
                isNumber: true,
                className: 'nf-figures',
              },
              {
                head: t('proof.column.differing'),
                cell: ({ differing }) => format.number(differing),
                isNumber: true,
                className: 'nf-figures',
              },
            ]}
          />
          {differingOf(proof) > 0 && <ProofDifferences proof={proof} />}
        </>
      )}
    </section>
  )
}

function Nights({ rows, shown, onChoose }: { rows: readonly MoneyProof[]; shown: string | undefined; onChoose: (id: string) => void }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const outcomeOf = useOutcome()
  return (
    <section className="nf-panel nf-job" aria-label={t('proof.nights')}>
      <Text fw={600} size="sm" mb="xs">
        {t('proof.nights')}
      </Text>
      <FigureTable
        minWidth={720}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('proof.column.started'),
            cell: ({ startedAt }) => <InstantText at={startedAt} timeZone={timeZone} precision="second" />,
          },
          { head: t('proof.column.kind'), cell: ({ isNightly }) => t(isNightly ? 'proof.nightly' : 'proof.byPerson') },
          { head: t('proof.column.result'), cell: (proof) => <StatusBadge {...outcomeOf(proof)} /> },
          {
            head: t('column.position'),
            cell: ({ position }) => (position === null ? '' : format.number(position)),
            isNumber: true,
            className: 'nf-figures',
          },
          { head: t('proof.column.compared'), cell: (proof) => format.number(comparedOf(proof)), isNumber: true, className: 'nf-figures' },
          {
            head: t('proof.column.show'),
            cell: ({ id }) => (
              <Button size="compact-xs" variant="default" disabled={id === shown} onClick={() => onChoose(id)}>
                {t('proof.show')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}
