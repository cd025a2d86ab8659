import { QueryClient } from '@tanstack/react-query'
import { ProblemError } from '#api/problem-error.ts'

const retriesMax = 2

/** Server state lives here and nowhere else. A refusal is an answer and is not asked again; an outage is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < retriesMax && error instanceof ProblemError && (error.status === 0 || error.status >= 500),
    },
  },
})
