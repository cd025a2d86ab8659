import { Select, Text, UnstyledButton } from '@mantine/core'
import { DeviceStatus, DeviceType } from '@nightflow/schemas/devices/map-device'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { resources } from '@nightflow/schemas/resources'
import { pageSizeMax } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { UtilityMap } from '#ui/map/utility-map.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import '#devices/devices.css'

type Device = RowOf<typeof resources.mapDevices>
const calls = resourceCalls.mapDevices
const words = { texts: 'devices', name: 'mapDevice', calls: { dictionaries: calls.dictionaries } }
/** Pages of devices that one map shows. */
const pagesMax = 10

const everyDevice = async (deviceType: DeviceType | undefined, signal: AbortSignal) => {
  const rows: Device[] = []
  for (let pageNum = 1; pageNum <= pagesMax; pageNum += 1) {
    const page = await call(calls.list, { pageNum, pageSize: pageSizeMax, ...(deviceType && { deviceType }) }, signal)
    rows.push(...page.rows)
    if (page.rows.length < pageSizeMax) return { rows, isCut: false }
  }
  return { rows, isCut: true }
}

const meanings: Record<Device['deviceStatus'], Meaning> = {
  [DeviceStatus.enum.notInstalled]: 'off',
  [DeviceStatus.enum.installed]: 'waiting',
  [DeviceStatus.enum.offline]: 'warning',
  [DeviceStatus.enum.online]: 'good',
}
const colours: Record<Device['deviceStatus'], string> = {
  [DeviceStatus.enum.notInstalled]: '#868e96',
  [DeviceStatus.enum.installed]: '#1864ab',
  [DeviceStatus.enum.offline]: '#d9480f',
  [DeviceStatus.enum.online]: '#2b8a3e',
}

export type DeviceScreenSearch = { type?: string | undefined; device?: string | undefined }

/** Every device on the map by its state, with the list beside it; the list and the map select each other. */
export function DeviceScreen({ search, onSearch }: ScreenProps<DeviceScreenSearch>) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const session = useSession()
  const { word } = useResourceWords(words)
  const type = DeviceType.safeParse(search.type).data
  const devices = useQuery({ queryKey: ['devices-on-map', type], queryFn: ({ signal }) => everyDevice(type, signal) })
  const rows = devices.data?.rows
  const points = useMemo(
    () =>
      (rows ?? []).map(({ deviceNo, deviceName, deviceType, deviceStatus, longitude, latitude }) => ({
        id: deviceNo,
        position: [longitude, latitude] as const,
        label: [deviceName, word('deviceType', deviceType).label, word('deviceStatus', deviceStatus).label].join(' · '),
        colour: colours[deviceStatus],
      })),
    [rows, word],
  )
  if (devices.isError) return <ErrorState isScreen error={devices.error} onRetry={() => devices.refetch()} />
  const select = (device: string) => onSearch({ device }, { replace: true })
  return (
    <div className="nf-map-screen">
      <h1 className="nf-visually-hidden">{t('deviceScreen.title')}</h1>
      <aside className="nf-panel nf-map-list">
        <div className="nf-panel-head nf-tree-head">
          <Text component="h2" className="nf-panel-title">
            {t('deviceScreen.list')}
          </Text>
          <Select
            size="xs"
            aria-label={t('mapDevice.field.deviceType')}
            placeholder={t('deviceScreen.everyType')}
            clearable
            value={type ?? null}
            data={DeviceType.options.map((value) => ({ value, label: word('deviceType', value).label }))}
            onChange={(next) => onSearch({ type: next ?? undefined }, { replace: true })}
          />
        </div>
        <ul className="nf-device-list">
          {rows?.map(({ deviceNo, deviceName, deviceStatus }) => (
            <li key={deviceNo}>
              <UnstyledButton className="nf-device-list-entry" aria-pressed={deviceNo === search.device} onClick={() => select(deviceNo)}>
                <span className="nf-clip">{deviceName}</span>
                <StatusBadge meaning={meanings[deviceStatus]} label={word('deviceStatus', deviceStatus).label} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {rows?.length === 0 && <EmptyState icon={IconMap2} title={t('mapDevice.emptyTitle')} text={t('mapDevice.emptyText')} />}
      </aside>
      <div className="nf-panel nf-map-panel" data-loading={rows === undefined || undefined}>
        <UtilityMap
          label={t('deviceScreen.title')}
          areas={noAreas}
          points={points}
          selected={undefined}
          selectedPoint={search.device}
          onArea={nothing}
          onPoint={select}
          centre={session.mapCentre}
          describeCluster={(count) => t('deviceScreen.cluster', { number: format.number(count) })}
          unsupported={<EmptyState icon={IconMap2} title={t('deviceScreen.unsupportedTitle')} text={t('deviceScreen.unsupportedText')} />}
        />
        {devices.data?.isCut && (
          <div className="nf-map-card nf-map-note">{t('deviceScreen.cut', { number: format.number(points.length) })}</div>
        )}
      </div>
    </div>
  )
}

const noAreas: never[] = []
const nothing = () => undefined
