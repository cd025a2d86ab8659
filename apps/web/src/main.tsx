import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './styles.css'
import './ui/table/tables.css'
import './ui/chart/charts-and-maps.css'
import './ui/screens.css'
import './ui/columns.css'
import './shell/shell.css'
import './shell/sidebar.css'
import './shell/strips.css'
import './alarms/bell.css'
import './print.css'
import './forced-colours.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { startLanguages } from '#api/language.ts'
import { watchPresence } from '#api/presence.ts'
import { currentToken } from '#api/token.ts'
import { homePath } from '#session/home-path.ts'
import { isOfflinePage } from '#session/offline-pages.ts'
import { startTokenRenewal } from '#session/token-renewal.ts'
import { Appearance } from './appearance.tsx'
import { queryClient } from './query-client.ts'
import { router } from './routes.tsx'

// The content security policy forbids compiled code in the browser; the schemas are interpreted here.
z.config({ jitless: true })

// A page that was opened before a new build requests files that are gone: the new page has its own. Once, lest a broken build reloads for ever,
// and not without a network, where the page that is shown is all there is.
window.addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || sessionStorage.getItem('nightflow-reloaded')) return
  sessionStorage.setItem('nightflow-reloaded', 'yes')
  window.location.reload()
})

// The first screen of a signed-in person waits for several files: they are requested together, not one after the other.
if (currentToken() && !isOfflinePage(window.location.pathname)) {
  void import('./signed-in.tsx').catch(() => undefined)
  if (['/', homePath].includes(window.location.pathname)) void import('./screens/home-screen.tsx').catch(() => undefined)
}
await startLanguages()
watchPresence(window)
startTokenRenewal()
/** Most browsers have no rounds, and nothing waits for it: the screen comes first. */
const forgetAfterMilliseconds = 3000
setTimeout(() => {
  void import('#metering/round/forget-rounds.ts')
    .then(async ({ forgetRoundsOfEndedSessions }) => {
      const ended = await forgetRoundsOfEndedSessions()
      if (ended) await (await import('#work-orders/crew/order-store.ts')).forgetOrders(ended.staying)
    })
    .catch(() => undefined)
}, forgetAfterMilliseconds)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Appearance>
        <RouterProvider router={router} />
      </Appearance>
    </QueryClientProvider>
  </StrictMode>,
)
