import { Title } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { dragType } from '#work-orders/board-hands.ts'

type ColumnProps = { title: string; onDrop: ((workOrderNo: number) => void) | undefined; children: ReactNode }

/** A column of the board; an order that is dropped on it is given to what it is about. */
export function BoardColumn({ title, onDrop, children }: ColumnProps) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!onDrop) return
    event.preventDefault()
    setIsOver(true)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onDrop?.(Number(event.dataTransfer.getData(dragType)))
  }
  return (
    <section
      className="nf-panel nf-board-column"
      aria-label={title}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropped}
    >
      <Title order={2} size="h6">
        {title}
      </Title>
      {children}
    </section>
  )
}
