import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MeterAlarms } from '#alarms/meter-alarms.tsx'
import { AccountBilling, AccountMoney, AccountMoneyTools } from '#billing/account-billing.tsx'
import { AccountAttachments } from '#customers/account-attachments.tsx'
import { AccountCommands } from '#customers/account-commands.tsx'
import { AccountFacts } from '#customers/account-facts.tsx'
import { AccountHistory } from '#customers/account-history.tsx'
import { accountQuery, accountWords } from '#customers/account-query.ts'
import { UseCharts, UseFigures } from '#customers/account-use.tsx'
import { LeakNotices } from '#customers/leak-notices.tsx'
import { meterQuery } from '#devices/devices-queries.ts'
import { MeterPlaces } from '#devices/meter-places.tsx'
import { ValveControl } from '#devices/valve-panel.tsx'
import { PayOnlineTool } from '#payments/pay-online-tool.tsx'
import { useMay } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Figure, Figures } from '#ui/figure.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { AccountsCompared, CompareAccountsTool } from './accounts-compared.tsx'

const meaningOf = {
  [AccountStatus.enum.active]: 'good',
  [AccountStatus.enum.frozen]: 'warning',
  [AccountStatus.enum.cancelled]: 'off',
} as const

type Props = {
  accountNo: string
  /** The account that is shown beside it. */
  against: string | undefined
  onAgainst: (accountNo: string | undefined) => void
}

/** One account, put together from customers (itself), devices and metering (its meter), alarms and billing. */
export function AccountPage({ accountNo, against, onAgainst }: Props) {
  const { t } = useTranslation('customers')
  const words = useResourceWords(accountWords)
  const account = useQuery(accountQuery(accountNo))
  const maySeeMeter = useMay('devices:meter:read')
  const mayReadMeter = useMay('metering:readings:read')
  const maySeeAlarms = useMay('alarms:alarm:read')
  if (account.isError) return <ErrorState isScreen error={account.error} onRetry={() => account.refetch()} />
  if (!account.data) return <ChartSkeleton height={420} />
  const { companyName, customerName, address, status, meterNo } = account.data
  return (
    <Page
      title={companyName ?? customerName ?? t('title', { accountNo })}
      subtitle={[t('title', { accountNo }), address].filter(Boolean).join(' · ')}
      status={<StatusBadge meaning={meaningOf[status]} label={words.word('status', status).label} />}
      tools={
        <>
          <AccountMoneyTools accountNo={accountNo} />
          {status !== AccountStatus.enum.cancelled && <PayOnlineTool accountNo={accountNo} />}
          <CompareAccountsTool accountNo={accountNo} onAgainst={onAgainst} />
          <AccountCommands account={account.data} />
        </>
      }
    >
      {against !== undefined ? (
        <AccountsCompared account={account.data} against={against} onAgainst={onAgainst} />
      ) : (
        <>
          <AccountMoney accountNo={accountNo} />
          <div className="nf-main-and-side">
            <div className="nf-column">
              <AccountBilling accountNo={accountNo} />
              {meterNo !== null && maySeeMeter && <MeterOfAccount accountNo={accountNo} number={meterNo} />}
              {meterNo !== null && maySeeAlarms && <MeterAlarms number={meterNo} />}
              <AccountHistory accountNo={accountNo} />
            </div>
            <div className="nf-column">
              <AccountFacts account={account.data} />
              <AccountAttachments accountNo={accountNo} isOpen={status !== AccountStatus.enum.cancelled} />
              {meterNo !== null && mayReadMeter && <LeakNotices accountNo={accountNo} meterNo={meterNo} />}
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** The meter of the account: its register, its valve, and what the account used. */
function MeterOfAccount({ accountNo, number }: { accountNo: string; number: string }) {
  const { t } = useTranslation('metering')
  const devices = useTranslation('devices').t
  const format = useFormat()
  const mayOperate = useMay('devices:valve:operate')
  const mayRead = useMay('metering:readings:read')
  const meter = useQuery(meterQuery(number))
  if (meter.isError) return <ErrorState error={meter.error} onRetry={() => meter.refetch()} compact />
  if (!meter.data) return <ChartSkeleton height={260} />
  const { lastRegisterLitres, lastReadAt, timeZone, hasValve, batteryMillivolt } = meter.data
  return (
    <>
      <Figures count={4}>
        <Figure
          label={t('figure.register')}
          value={lastRegisterLitres === null ? null : format.cubicMetres(lastRegisterLitres, 3)}
          unit="m³"
          unknownReason={t('figure.noRegister')}
          status={
            <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
              {number}
            </ScreenLink>
          }
          comparison={lastReadAt ? <InstantText at={lastReadAt} timeZone={timeZone} /> : t('figure.neverRead')}
        />
        {mayRead && <UseFigures accountNo={accountNo} />}
        <Figure
          label={devices('detail.battery')}
          value={batteryMillivolt === null ? null : format.number(batteryMillivolt / 1000, 2)}
          unit="V"
          unknownReason={t('figure.neverRead')}
        />
      </Figures>
      {hasValve && (
        <div className="nf-banner">
          <ValveControl meter={meter.data} mayOperate={mayOperate} />
        </div>
      )}
      {mayRead && <UseCharts accountNo={accountNo} />}
      <MeterPlaces number={number} timeZone={timeZone} />
    </>
  )
}
