import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { CreateMeterButton } from '#devices/create-meter-button.tsx'
import { ImportMetersTool } from '#devices/import-meters-tool.tsx'
import { MeterDrawer } from '#devices/meter-drawer.tsx'
import { meterResource } from '#devices/meter-resource.tsx'
import { RegisterMeterButton } from '#devices/register-meter-button.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { Flags, useFlagChoices } from '#metering/flags.tsx'
import { ImportsScreen } from '#metering/imports-screen.tsx'
import { QuarantineScreen } from '#metering/quarantine-screen.tsx'
import { UnclaimedScreen } from '#metering/unclaimed-screen.tsx'
import { GatewaysScreen } from '#platform/gateways-screen.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import type { DayRangeChoice } from '#ui/day-range.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMeterLists } from '#ui/use-meter-lists.ts'
import { useOwners } from '#ui/use-owners.ts'
import { DetailsOfMeter, MeterPage } from './meter-page.tsx'

/** Screens are put together here: contexts do not know one another. */

const flagsOf = (flags: string) => <Flags words={flags} />

export function Meters({ search, onSearch }: ScreenProps) {
  const maySeePartitions = useMay('leakage:partition:read')
  const found = useQuery({ ...partitionsQuery, enabled: maySeePartitions }).data
  const flags = useFlagChoices()
  const lists = useMeterLists()
  const owners = useOwners()
  const resource = useMemo(() => {
    const partitions = found?.rows.map(({ id, name }) => ({ value: id, label: name })) ?? []
    const drawer = { name: 'meter', Drawer: MeterBeside }
    return { ...meterResource({ partitions, ...lists, flags, owners, flagsOf, drawer }), Tools: MeterTools }
  }, [found, flags, lists, owners])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

function MeterTools() {
  return (
    <>
      <CreateMeterButton />
      <ImportMetersTool />
    </>
  )
}

function MeterBeside({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return <MeterDrawer number={id} onClose={onClose} details={(meter) => <DetailsOfMeter meter={meter} />} />
}

export function Meter({ search, params: { number = '' }, onSearch }: ScreenProps<DayRangeChoice>) {
  return <MeterPage key={number} number={number} choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} />
}

const eventLink = (position: number, label: string) => (
  <ScreenLink screen="audit/events" search={{ position }} className="nf-link nf-figures">
    {label}
  </ScreenLink>
)

export function Quarantine({ search, onSearch }: ScreenProps<ComponentProps<typeof QuarantineScreen>['choice']>) {
  const { timeZone } = useSession()
  return <QuarantineScreen choice={search} onChoice={onSearch} timeZone={timeZone} eventLink={eventLink} />
}

export function Imports({ search, onSearch }: ScreenProps<ComponentProps<typeof ImportsScreen>['choice']>) {
  const { timeZone } = useSession()
  return <ImportsScreen choice={search} timeZone={timeZone} onChoice={onSearch} />
}

const registerTool = (number: string) => <RegisterMeterButton number={number} />

export function Unclaimed(props: ScreenProps) {
  const mayRegister = useMay('devices:meter:register')
  return <UnclaimedScreen {...props} eventLink={eventLink} registerTool={mayRegister ? registerTool : null} />
}

export function Gateways() {
  return <GatewaysScreen />
}
