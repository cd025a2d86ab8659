import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import {
  type CardOperation,
  CardOperation as Operations,
  type SystemOperation,
  SystemOperation as SystemOperations,
} from '@nightflow/schemas/cards/card'
import { accountCard, cancelWrite, readCard, writeSystemCard } from '@nightflow/schemas/cards/card-calls'
import { CardTechnology } from '@nightflow/schemas/cards/card-image'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { BridgeDialog } from '#cards/bridge-dialog.tsx'
import { CardInReader, PendingNotice } from '#cards/card-in-reader.tsx'
import { CardPrint } from '#cards/card-print.tsx'
import { OperationDialog } from '#cards/operation-dialog.tsx'
import { callOf, type Desk, useDesk } from '#cards/use-desk.ts'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { AccountSearch } from '#ui/form/account-search.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

const { e55, cpu } = CardTechnology.enum

/** Cards are read and written through the bridge of this machine. */
export function CardDeskScreen() {
  const { t } = useTranslation('cards')
  const [technology, setTechnology] = useState<CardTechnology>(e55)
  const desk = useDesk(technology)
  const [chosen, setChosen] = useState<string>()
  const { reading, done } = desk
  const accountNo = chosen ?? reading?.found.accountNo ?? undefined
  return (
    <Page
      title={t('desk.title')}
      subtitle={t('desk.subtitle')}
      tools={
        <SegmentedControl
          size="xs"
          aria-label={t('card.field.technology')}
          value={technology}
          onChange={(value) => setTechnology(CardTechnology.parse(value))}
          data={[
            { value: e55, label: 'E55' },
            { value: cpu, label: 'CPU' },
          ]}
        />
      }
    >
      <div className="nf-pair">
        <Stack gap="sm">
          <ReadTools desk={desk} onRead={() => setChosen(undefined)} />
          {reading ? (
            <CardInReader reading={reading} />
          ) : (
            <EmptyState icon={IconCreditCard} title={t('desk.empty')} text={t('desk.emptyText')} />
          )}
          {done && <CardPrint desk={desk} done={done} />}
        </Stack>
        <Stack gap="sm">
          <AccountSearch onPick={setChosen} />
          {accountNo !== undefined && <AccountTools key={accountNo} desk={desk} accountNo={accountNo} />}
          <SystemTools desk={desk} />
        </Stack>
      </div>
      {desk.isUnreachable && <BridgeDialog onClose={desk.closeUnreachable} />}
    </Page>
  )
}

/** Reading alone; a user card is refused where it is none. */
function ReadTools({ desk, onRead }: { desk: Desk; onRead: () => void }) {
  const { t } = useTranslation('cards')
  const mayDo = useMayDo()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!mayDo(readCard)) return null
  const read = async (isUserCard: boolean) => {
    setBusy(true)
    setFailure(null)
    onRead()
    await desk.read(isUserCard).catch(setFailure)
    setBusy(false)
  }
  return (
    <>
      <Group gap="xs">
        <Button size="xs" loading={busy} onClick={() => read(false)}>
          {t('desk.read')}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => read(true)}>
          {t('desk.readUser')}
        </Button>
      </Group>
      <ProblemAlert failure={failure} />
    </>
  )
}

/** The card of an account as the service knows it, and what can be done with it. */
function AccountTools({ desk, accountNo }: { desk: Desk; accountNo: string }) {
  const { t } = useTranslation('cards')
  const mayDo = useMayDo()
  const [operation, setOperation] = useState<CardOperation>()
  const { data, error } = useQuery({
    queryKey: ['account-card', accountNo],
    queryFn: ({ signal }) => call(accountCard, { accountNo }, signal),
    staleTime: 0,
  })
  if (error) return <ProblemAlert failure={error} />
  if (!data) return null
  const offered = Operations.options.filter((each) => mayDo(callOf(each)) && (each === Operations.enum.make) === (data.cardNo === null))
  return (
    <Stack gap="sm" className="nf-panel" p="sm">
      <div>
        <Text fw={600}>
          {data.customerName ?? accountNo} <span className="nf-dimmed nf-figures">{accountNo}</span>
        </Text>
        <Text size="sm" className="nf-figures">
          {[data.meterNo, data.cardNo ?? t('desk.noCard')].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {data.pending && mayDo(cancelWrite) && <PendingNotice desk={desk} pending={data.pending} accountNo={accountNo} />}
      <Group gap="xs">
        {offered.map((each) => (
          <Button
            key={each}
            size="xs"
            variant={each === Operations.enum.recharge || each === Operations.enum.make ? 'filled' : 'default'}
            onClick={() => setOperation(each)}
          >
            {t(`desk.operation.${each}.button`)}
          </Button>
        ))}
      </Group>
      {operation !== undefined && (
        <OperationDialog desk={desk} operation={operation} accountNo={accountNo} onClose={() => setOperation(undefined)} />
      )}
    </Stack>
  )
}

/** Cards without an account. */
function SystemTools({ desk }: { desk: Desk }) {
  const { t } = useTranslation('cards')
  const mayDo = useMayDo()
  const [busy, setBusy] = useState<SystemOperation>()
  const [failure, setFailure] = useState<unknown>(null)
  if (!mayDo(writeSystemCard)) return null
  const write = async (operation: SystemOperation) => {
    setBusy(operation)
    setFailure(null)
    try {
      await desk.writeSystem(operation)
      announceDone(t(`desk.system.${operation}.done`))
    } catch (error) {
      setFailure(error)
    }
    setBusy(undefined)
  }
  return (
    <Stack gap="sm" className="nf-panel" p="sm">
      <Text fw={600}>{t('desk.system.title')}</Text>
      <Group gap="xs">
        {SystemOperations.options.map((each) => (
          <Button key={each} size="xs" variant="default" loading={busy === each} onClick={() => write(each)}>
            {t(`desk.system.${each}.button`)}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {t('desk.system.text')}
      </Text>
      <ProblemAlert failure={failure} />
    </Stack>
  )
}
