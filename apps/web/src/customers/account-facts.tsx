import { Text } from '@mantine/core'
import type { AccountDetail } from '@nightflow/schemas/customers/account'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomerTypes } from '#customers/account-fields.ts'
import { accountWords } from '#customers/account-query.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { dayOf } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'
import { minorPerUnit, useMoney } from '#ui/use-money.ts'

/** Facts of an account: its holder, its settings and its meters. Facts that are not stated are left out. */
export function AccountFacts({ account }: { account: AccountDetail }) {
  const { t } = useTranslation('customers')
  const { timeZone } = useSession()
  const words = useResourceWords(accountWords)
  const money = useMoney()
  const types = useCustomerTypes()
  const amount = (value: number | null) => (value === null ? null : money(value * minorPerUnit))
  const word = (field: keyof AccountDetail) => words.word(field, account[field]).label
  const { customerTypeId } = account
  const facts: [string, ReactNode][] = [
    ['customerName', account.customerName],
    ['telephone', account.telephone],
    ['email', account.email],
    ['idNumber', account.idNumber && `${account.idNumber} (${word('idType')})`],
    ['address', account.address],
    ['companyName', account.companyName],
    ['creditCode', account.creditCode],
    ['legalRepresentative', account.legalRepresentative],
    ['agentName', [account.agentName, account.agentTelephone, account.agentIdNumber].filter(Boolean).join(' · ')],
    ['natureOfUse', word('natureOfUse')],
    ['customerTypeId', types.find(({ value }) => value === customerTypeId)?.label],
    ['waterUse', word('waterUse')],
    ['businessMode', word('businessMode')],
    ['payChannel', word('payChannel')],
    ['meterType', account.meterType],
    ['priceSchemes', account.priceSchemes.some(({ priceScheme }) => priceScheme !== null) && <Schemes key="schemes" account={account} />],
    ['purchaseLimit', amount(account.purchaseLimit)],
    ['arrearsClosingThreshold', amount(account.arrearsClosingThreshold)],
    ['balanceThreshold', amount(account.balanceThreshold)],
    ['countsVolume', t(account.countsVolume ? 'yes' : 'no')],
    ['isBilled', t(account.isBilled ? 'yes' : 'no')],
    ['openedAt', <InstantText key="opened" at={account.openedAt} timeZone={timeZone} />],
    ['deptName', account.deptName],
    ['regionName', account.regionName],
    ['remarks', account.remarks],
    ['meters', account.meters.length > 0 && <Meters meters={account.meters} />],
  ]
  return (
    <section className="nf-panel" aria-label={t('details')}>
      <div className="nf-panel-head">
        <Text component="h2" className="nf-panel-title" px="sm" py={6}>
          {t('details')}
        </Text>
      </div>
      <dl className="nf-facts">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{words.field(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** The price schemes by day, the newest first: what is coming, what counts today, and what was. */
function Schemes({ account: { priceSchemes } }: { account: AccountDetail }) {
  const { t } = useTranslation('customers')
  const { timeZone } = useSession()
  const { day } = useFormat()
  const today = dayOf(Date.now(), timeZone)
  const current = priceSchemes.findLastIndex(({ from }) => from <= today)
  return priceSchemes
    .map((scheme, index) => ({ ...scheme, state: index === current ? 'current' : index < current ? 'past' : 'coming' }))
    .toReversed()
    .map(({ priceScheme, from, reason, state }) => (
      <div key={from}>
        {priceScheme ?? t('scheme.none')}{' '}
        <span className="nf-dimmed">
          {t('scheme.from', { day: day(from) })} · {t(`scheme.${state}`)}
          {reason !== null && ` · ${reason}`}
        </span>
      </div>
    ))
}

/** The meters that the account has had, with the days of each. */
function Meters({ meters }: Pick<AccountDetail, 'meters'>) {
  const { timeZone } = useSession()
  return meters.toReversed().map(({ meterNo, from, to }) => (
    <div key={`${meterNo}-${from}`}>
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>{' '}
      <span className="nf-dimmed">
        <InstantText at={from} timeZone={timeZone} /> – {to && <InstantText at={to} timeZone={timeZone} />}
      </span>
    </div>
  ))
}
