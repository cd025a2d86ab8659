import { spotlight } from '@mantine/spotlight'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CreateCascadeButton } from '#leakage/create-cascade-button.tsx'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { LeakageScreen } from '#leakage/leakage-screen.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { SignInScreen } from '#session/sign-in-screen.tsx'
import { forgetToken, onTokenLost } from '#session/token.ts'
import { ProductShell } from '#ui/app-shell.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { NoAccessScreen } from './fallback-screens.tsx'
import { FindAnything } from './find-anything.tsx'
import { JobNotice } from './job-notice.tsx'
import { mapMetersQuery } from './map-meters.ts'
import { MeterPage } from './meter-page.tsx'
import { navigation } from './navigation.ts'

/** Screens are put together here: contexts do not know one another, routes know them all. */

// By name: the map of routes loads this file, so this file cannot load the map.
const signInRoute = getRouteApi('/sign-in')
const leakageRoute = getRouteApi('/signed-in/leakage')
const mapRoute = getRouteApi('/signed-in/map')
const metersRoute = getRouteApi('/signed-in/meters')
const meterRoute = getRouteApi('/signed-in/meters/$number')
const quarantineRoute = getRouteApi('/signed-in/quarantine')
const unclaimedRoute = getRouteApi('/signed-in/unclaimed')
const eventsRoute = getRouteApi('/signed-in/audit/events')
const streamsRoute = getRouteApi('/signed-in/audit/streams')
const timeTravelRoute = getRouteApi('/signed-in/audit/time-travel')

const EventsScreen = lazy(async () => ({ default: (await import('#audit/events-screen.tsx')).EventsScreen }))
const StreamsScreen = lazy(async () => ({ default: (await import('#audit/streams-screen.tsx')).StreamsScreen }))
const JobsScreen = lazy(async () => ({ default: (await import('#audit/jobs-screen.tsx')).JobsScreen }))
const TimeTravelScreen = lazy(async () => ({ default: (await import('#leakage/time-travel-screen.tsx')).TimeTravelScreen }))
const NetworkMapScreen = lazy(async () => ({ default: (await import('#leakage/network-map-screen.tsx')).NetworkMapScreen }))
const MetersScreen = lazy(async () => ({ default: (await import('#devices/meters-screen.tsx')).MetersScreen }))
const RegisterMeterButton = lazy(async () => ({ default: (await import('#devices/register-meter-button.tsx')).RegisterMeterButton }))
const QuarantineScreen = lazy(async () => ({ default: (await import('#metering/quarantine-screen.tsx')).QuarantineScreen }))
const UnclaimedScreen = lazy(async () => ({ default: (await import('#metering/unclaimed-screen.tsx')).UnclaimedScreen }))
const GatewaysScreen = lazy(async () => ({ default: (await import('#platform/gateways-screen.tsx')).GatewaysScreen }))

export function SignIn() {
  const { redirect } = signInRoute.useSearch()
  const navigate = useNavigate()
  // Only a path of this product: a link must not lead a person who has just signed in to somewhere else.
  const target = redirect && /^\/(?![/\\])/.test(redirect) ? redirect : '/'
  return <SignInScreen onSignedIn={() => navigate({ href: target })} />
}

export function SignedIn() {
  const { t } = useTranslation('shared')
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(
    () =>
      onTokenLost(() => {
        // Only once the screens are gone: those still shown would ask again for what is forgotten, without a session.
        const away = navigate({ to: '/sign-in', search: { redirect: `${window.location.pathname}${window.location.search}` } })
        away.then(() => client.clear())
      }),
    [navigate, client],
  )
  const mayAudit = useMay('audit:log:read')
  const entries = navigation.map(({ key, ...entry }) => ({ ...entry, label: t(`navigation.${key}`) }))
  return (
    <>
      <ProductShell entries={entries} onFind={() => spotlight.open()} onSignOut={forgetToken}>
        <Suspense fallback={<ChartSkeleton height={400} />}>
          <Outlet />
        </Suspense>
      </ProductShell>
      <FindAnything />
      {mayAudit && <JobNotice />}
    </>
  )
}

/** A link may lead to a screen that the person may not see. */
function Allowed({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useMay(permission) ? children : <NoAccessScreen />
}

export function Leakage() {
  const choice = leakageRoute.useSearch()
  const navigate = leakageRoute.useNavigate()
  const mayManage = useMay('leakage:partition:manage')
  const change = useCallback(
    (next: Partial<typeof choice>) =>
      void navigate({ search: (previous) => ({ ...previous, ...next }), resetScroll: next.partition !== undefined }),
    [navigate],
  )
  return (
    <Allowed permission="leakage:partition:read">
      <LeakageScreen
        choice={choice}
        onChoice={change}
        mayManage={mayManage}
        createTool={mayManage ? <CreateCascadeButton onFinished={(partition) => change({ partition })} /> : undefined}
      />
    </Allowed>
  )
}

export function NetworkMap() {
  const choice = mapRoute.useSearch()
  const navigate = mapRoute.useNavigate()
  const session = useSession()
  const maySeeMeters = useMay('devices:meter:read')
  const meters = useQuery({ ...mapMetersQuery, enabled: maySeeMeters })
  return (
    <Allowed permission="leakage:partition:read">
      <NetworkMapScreen
        choice={choice}
        onChoice={(next) => navigate({ search: (previous) => ({ ...previous, ...next }), replace: true })}
        onOpen={(partition) => navigate({ to: '/leakage', search: { partition } })}
        onMeter={(number) => navigate({ to: '/meters/$number', params: { number } })}
        session={session}
        meters={maySeeMeters ? meters.data?.points : []}
        metersCut={meters.data?.cut ?? false}
      />
    </Allowed>
  )
}

export function Meters() {
  const choice = metersRoute.useSearch()
  const navigate = metersRoute.useNavigate()
  const maySeePartitions = useMay('leakage:partition:read')
  const partitions = useQuery({ ...partitionsQuery, enabled: maySeePartitions })
  const partitionNames = useMemo(() => new Map(partitions.data?.rows.map(({ id, name }) => [id, name])), [partitions.data])
  return (
    <Allowed permission="devices:meter:read">
      <MetersScreen
        choice={choice}
        partitionNames={partitionNames}
        onChoice={(next) => navigate({ search: (previous) => ({ ...previous, ...next }) })}
      />
    </Allowed>
  )
}

export function Meter() {
  const { number } = meterRoute.useParams()
  const choice = meterRoute.useSearch()
  const navigate = meterRoute.useNavigate()
  return (
    <Allowed permission="devices:meter:read">
      <MeterPage
        key={number}
        number={number}
        choice={choice}
        onChoice={(next) => navigate({ search: (previous) => ({ ...previous, ...next }), resetScroll: false })}
      />
    </Allowed>
  )
}

export function Quarantine() {
  const { before } = quarantineRoute.useSearch()
  const navigate = quarantineRoute.useNavigate()
  const { timeZone } = useSession()
  const mayAudit = useMay('audit:log:read')
  const eventLink = useCallback(
    (position: number, label: string) =>
      mayAudit ? (
        <Link to="/audit/events" search={{ position }} className="nf-link nf-figures">
          {label}
        </Link>
      ) : (
        <span className="nf-figures">{label}</span>
      ),
    [mayAudit],
  )
  return (
    <Allowed permission="metering:readings:read">
      <QuarantineScreen
        before={before}
        timeZone={timeZone}
        onPage={(next) => navigate({ search: (previous) => ({ ...previous, before: next }) })}
        eventLink={eventLink}
      />
    </Allowed>
  )
}

const registerTool = (number: string) => <RegisterMeterButton number={number} />

export function Unclaimed() {
  const { after } = unclaimedRoute.useSearch()
  const navigate = unclaimedRoute.useNavigate()
  const mayRegister = useMay('devices:meter:register')
  return (
    <Allowed permission="metering:readings:read">
      <UnclaimedScreen
        after={after ?? ''}
        onPage={(next) => navigate({ search: (previous) => ({ ...previous, after: next }) })}
        registerTool={mayRegister ? registerTool : null}
      />
    </Allowed>
  )
}

export function Events() {
  const choice = eventsRoute.useSearch()
  const navigate = eventsRoute.useNavigate()
  const change = useCallback(
    (next: Partial<typeof choice>) => void navigate({ search: (previous) => ({ ...previous, ...next }), resetScroll: false }),
    [navigate],
  )
  return (
    <Allowed permission="audit:log:read">
      <EventsScreen choice={choice} onChoice={change} />
    </Allowed>
  )
}

export function Streams() {
  const choice = streamsRoute.useSearch()
  const navigate = streamsRoute.useNavigate()
  return (
    <Allowed permission="audit:log:read">
      <StreamsScreen choice={choice} onChoice={(next) => navigate({ search: (previous) => ({ ...previous, ...next }) })} />
    </Allowed>
  )
}

export function Jobs() {
  const mayRun = useMay('audit:replay:run')
  return (
    <Allowed permission="audit:log:read">
      <JobsScreen mayRun={mayRun} />
    </Allowed>
  )
}

export function TimeTravel() {
  const choice = timeTravelRoute.useSearch()
  const navigate = timeTravelRoute.useNavigate()
  return (
    <Allowed permission="leakage:partition:read">
      <TimeTravelScreen
        choice={choice}
        onChoice={(next) => navigate({ search: (previous) => ({ ...previous, ...next }), resetScroll: false })}
      />
    </Allowed>
  )
}

export function Gateways() {
  return (
    <Allowed permission="devices:gateway:manage">
      <GatewaysScreen />
    </Allowed>
  )
}
