import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenantBoardQuery } from '#dashboard/dashboard-queries.ts'
import { DemoTool } from '#dashboard/demo-tool.tsx'
import { TenantDetail } from '#dashboard/tenant-detail.tsx'
import { TenantMap } from '#dashboard/tenant-map.tsx'
import { TenantTable } from '#dashboard/tenant-table.tsx'
import { TenantTotals } from '#dashboard/tenant-totals.tsx'
import { useTenantCycle } from '#dashboard/use-tenant-cycle.ts'
import { ForRoles } from '#session/for-roles.tsx'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import '#dashboard/dashboard.css'

/** All tenants beside one another, the largest first, for operators; in demo mode one after the other steps forward. */
export function TenantBoardScreen({ search, onSearch }: ScreenProps<{ tenant?: string | undefined }>) {
  const { t } = useTranslation('dashboard')
  const board = useQuery(tenantBoardQuery)
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const rows = useMemo(() => board.data?.rows.toSorted((one, other) => other.meters - one.meters), [board.data])
  const [chosen, setChosen] = useState<string | undefined>(search.tenant)
  const choose = (tenant: string) => {
    setChosen(tenant)
    onSearch({ tenant }, { replace: true, resetScroll: false })
  }
  const shown = useTenantCycle(rows, board.data?.demoIntervalSeconds ?? null, chosen, setChosen)
  const label = t(fullscreen ? 'board.leaveFullScreen' : 'board.fullScreen')
  return (
    <div ref={ref} className="nf-board">
      <Page
        title={t('board.title')}
        subtitle={t('board.subtitle')}
        tools={
          <>
            <ForRoles roles={['operator']}>
              <DemoTool intervalSeconds={board.data?.demoIntervalSeconds} />
            </ForRoles>
            <Tooltip label={label}>
              <ActionIcon variant="default" size={30} aria-label={label} onClick={toggle}>
                {fullscreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
              </ActionIcon>
            </Tooltip>
          </>
        }
      >
        {board.isError ? (
          <div className="nf-panel">
            <ErrorState error={board.error} onRetry={() => board.refetch()} />
          </div>
        ) : (
          <>
            <TenantTotals board={board.data} />
            {rows ? (
              <>
                <div className="nf-board-columns">
                  <TenantMap rows={rows} shown={shown?.code} onChoose={choose} />
                  {shown && <TenantDetail tenant={shown} />}
                </div>
                <TenantTable rows={rows} shown={shown?.code} onChoose={choose} />
              </>
            ) : (
              <ChartSkeleton height={420} />
            )}
          </>
        )}
      </Page>
    </div>
  )
}
