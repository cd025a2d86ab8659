import { Navigate } from '@tanstack/react-router'
import { currentToken } from '#api/token.ts'
import type { WallChoice } from '#dashboard/wall-scenes.ts'
import { WallScreen } from '#dashboard/wall-screen.tsx'
import { colourOf } from '#leakage/leakage-classes.ts'
import { LeakageLegend } from '#leakage/leakage-legend.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

/** Screens are put together here: contexts do not know one another. */

/** The wall of the own tenant; without a session only for the holder of a view link. */
export function Wall({ search: { link, ...choice }, onSearch }: ScreenProps<WallChoice & { link?: string | undefined }>) {
  if (link === undefined && !currentToken()) return <Navigate to="/login" search={{ redirect: '/cascadeScreen' } as never} replace />
  return <WallScreen {...{ choice, link, colourOf }} onChoice={(next) => onSearch(next, { replace: true })} legend={<LeakageLegend />} />
}
