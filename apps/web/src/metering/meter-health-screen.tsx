import { Badge, Group } from '@mantine/core'
import { healthCommands } from '@nightflow/schemas/customers/leak-notice'
import { exportMeterHealth, healthFilter, listMeterHealth, MeterHealthRow } from '@nightflow/schemas/metering/meter-health'
import { IconHeartbeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { HealthSettingsTool } from '#metering/health-settings-tool.tsx'
import { MeterHealthDrawer } from '#metering/meter-health-drawer.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

const healthWords = { texts: 'metering', name: 'meterHealth', calls: {} }

/** Meters with findings, the most expensive first, and who was informed of a leak. */
const meterHealth = listOf<MeterHealthRow>({
  calls: {
    id: 'meterNo',
    row: MeterHealthRow,
    filter: healthFilter,
    list: listMeterHealth,
    exportRows: exportMeterHealth,
    commands: healthCommands.list,
  },
  texts: 'metering',
  name: 'meterHealth',
  icon: IconHeartbeat,
  columns: ['meterNo', 'findings', 'yearlyCostMinor', 'yearlyLitres', 'leakLitresPerHour', 'leakSince', 'accountNo', 'toldAt'],
  moreColumns: ['reportingRate', 'daysSilent', 'batteryEndsOn', 'day'],
  filters: ['finding', 'meterNo'],
  cell: {
    findings: ({ findings }) => <Findings findings={findings} />,
    yearlyCostMinor: ({ yearlyCostMinor }) => <Money minor={yearlyCostMinor} />,
    yearlyLitres: ({ yearlyLitres }) => <CubicMetres litres={yearlyLitres} />,
    // A dripping tap is 3 L/h: in cubic metres an hour it would be 0.00.
    leakLitresPerHour: ({ leakLitresPerHour }) => <Litres litres={leakLitresPerHour} />,
    leakSince: ({ leakSince, isLeakSinceLeast }) => <Since day={leakSince} isLeast={isLeakSinceLeast} />,
    reportingRate: ({ reportingRate }) => <Share share={reportingRate} />,
    accountNo: ({ accountNo }) =>
      accountNo && (
        <ScreenLink screen="customers/account" params={{ accountNo }} className="nf-link nf-figures">
          {accountNo}
        </ScreenLink>
      ),
  },
  drawer: { name: 'health', Drawer: MeterHealthDrawer },
  related: [['meterHealth'], ['account']],
  Tools: HealthSettingsTool,
})

function Findings({ findings }: { findings: string }) {
  const { word } = useResourceWords(healthWords)
  return (
    <Group gap={4}>
      {findings.split(' ').map((finding) => (
        <Badge key={finding} variant="default" size="sm" tt="none" fw={500} miw="max-content">
          {word('finding', finding).label}
        </Badge>
      ))}
    </Group>
  )
}

function Money({ minor }: { minor: number | null }) {
  const money = useMoney()
  return minor === null ? '–' : <span className="nf-figures">{money(minor)}</span>
}

function CubicMetres({ litres }: { litres: number | null }) {
  const { cubicMetres } = useFormat()
  return litres === null ? '–' : <span className="nf-figures">{cubicMetres(litres)}</span>
}

function Since({ day, isLeast }: { day: string | null; isLeast: boolean }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  if (day === null) return '–'
  return <span className="nf-figures">{isLeast ? t('meterHealth.atLeastSince', { since: format.day(day) }) : format.day(day)}</span>
}

function Litres({ litres }: { litres: number | null }) {
  const { number } = useFormat()
  return litres === null ? '–' : <span className="nf-figures">{number(litres, 1)}</span>
}

function Share({ share: value }: { share: number | null }) {
  const { completeness } = useFormat()
  return value === null ? '–' : <span className="nf-figures">{completeness(value)}</span>
}

export const MeterHealthScreen = screenOf(meterHealth)
