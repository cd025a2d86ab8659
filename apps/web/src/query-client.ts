import { QueryCache, QueryClient } from '@tanstack/react-query'
import { announceUnlessShown } from '#api/announce-problem.ts'
import { signOutCode } from '#api/envelope.ts'
import { ProblemError } from '#api/problem-error.ts'

const retriesMax = 2

/** Server state lives here and nowhere else. A refusal is an answer and is not retried; an outage is. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A page that works without a network says itself what it could not load.
      if (query.meta?.isQuiet) return
      if (error instanceof ProblemError && error.how.backOfficeCode !== signOutCode) announceUnlessShown(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < retriesMax && error instanceof ProblemError && (error.status === 0 || error.status >= 500),
    },
  },
})
