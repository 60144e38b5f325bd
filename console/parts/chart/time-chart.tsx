// A chart over time as an SVG of our own, with the same figures as a table for everybody who cannot
// see it. A chart package would be larger than the rest of the screen.
import { Button, Group, Table, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { REPORT_TEXTS } from '../../texts/reports.ts';
import { marksOf, stepOf } from './scale.ts';

export type Point = {
  readonly key: string;
  /** Short: there is one for every few points. */
  readonly label: string;
  /** Null: nothing is known; the chart leaves a gap. */
  readonly value: number | null;
  readonly shown: string;
};

type Props = {
  readonly title: string;
  readonly unit: string;
  readonly kind: 'bars' | 'line';
  readonly points: readonly Point[];
  /** How a mark of the scale is written. */
  readonly markOf: (value: number) => string;
  /** The scale ends here; without it, at the largest value. */
  readonly most?: number;
};

const HEIGHT = 190;
const EDGE = { top: 10, bottom: 24, start: 64, end: 8 };
const LABEL_WIDTH = 56;
const BAR_MOST = 40;

type Plane = { width: number; marks: readonly number[]; count: number };

const inner = ({ width }: Plane) => Math.max(0, width - EDGE.start - EDGE.end);
const slot = (plane: Plane) => inner(plane) / Math.max(1, plane.count);
const xOf = (plane: Plane, index: number) => EDGE.start + slot(plane) * (index + 0.5);
const yOf = ({ marks }: Plane, value: number) => {
  const top = marks.at(-1) ?? 1;
  return HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom);
};

function Marks({ plane, markOf }: { plane: Plane; markOf: Props['markOf'] }) {
  return plane.marks.map((mark) => (
    <g key={mark}>
      <line
        className="chart-grid"
        x1={EDGE.start}
        x2={plane.width - EDGE.end}
        y1={yOf(plane, mark)}
        y2={yOf(plane, mark)}
      />
      <text className="chart-text" x={EDGE.start - 8} y={yOf(plane, mark) + 4} textAnchor="end">
        {markOf(mark)}
      </text>
    </g>
  ));
}

function Labels({ plane, points }: { plane: Plane; points: readonly Point[] }) {
  const step = stepOf(points.length, Math.floor(inner(plane) / LABEL_WIDTH));
  return points.map(({ key, label }, index) =>
    index % step === 0 ? (
      <text
        key={key}
        className="chart-text"
        x={xOf(plane, index)}
        y={HEIGHT - 6}
        textAnchor="middle"
      >
        {label}
      </text>
    ) : null,
  );
}

function Bars({
  plane,
  points,
  at,
}: {
  plane: Plane;
  points: readonly Point[];
  at: number | null;
}) {
  const width = Math.max(1, Math.min(BAR_MOST, slot(plane) * 0.72));
  return points.map(({ key, value }, index) =>
    value === null || value <= 0 ? null : (
      <rect
        key={key}
        className="chart-bar"
        data-at={index === at}
        x={xOf(plane, index) - width / 2}
        y={yOf(plane, value)}
        width={width}
        height={HEIGHT - EDGE.bottom - yOf(plane, value)}
        rx={Math.min(3, width / 3)}
      />
    ),
  );
}

function Line({
  plane,
  points,
  at,
}: {
  plane: Plane;
  points: readonly Point[];
  at: number | null;
}) {
  const known = points.map(({ value }, index) =>
    value === null ? null : `${xOf(plane, index)},${yOf(plane, value)}`,
  );
  const path = known
    .map((place, index) => (place === null ? '' : `${known[index - 1] ? 'L' : 'M'}${place}`))
    .join('');
  return (
    <>
      <path className="chart-line" d={path} />
      {points.map(({ key, value }, index) =>
        value === null ? null : (
          <circle
            key={key}
            className="chart-dot"
            data-at={index === at}
            cx={xOf(plane, index)}
            cy={yOf(plane, value)}
            r={index === at ? 5 : 3}
          />
        ),
      )}
    </>
  );
}

function Drawing({ chart, width }: { chart: Props; width: number }) {
  const { points, kind, markOf, most } = chart;
  const [at, look] = useState<number | null>(null);
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const plane = { width, marks: marksOf(most ?? largest), count: points.length };
  const point = at === null ? undefined : points[at];
  const Shape = kind === 'bars' ? Bars : Line;
  return (
    <>
      <svg
        role="img"
        aria-label={chart.title}
        className="chart-plane"
        width={width}
        height={HEIGHT}
        onPointerMove={({ nativeEvent: { offsetX } }) => {
          const index = Math.floor((offsetX - EDGE.start) / slot(plane));
          look(index >= 0 && index < points.length ? index : null);
        }}
        onPointerLeave={() => look(null)}
      >
        <Marks plane={plane} markOf={markOf} />
        <Shape plane={plane} points={points} at={at} />
        <Labels plane={plane} points={points} />
      </svg>
      <Text size="sm" c="dimmed" mih="1.5em" aria-hidden>
        {point === undefined ? '' : `${point.key}: ${point.shown}`}
      </Text>
    </>
  );
}

function Figures({ title, unit, points }: Props) {
  return (
    <Table.ScrollContainer
      minWidth={260}
      maxHeight={320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{REPORT_TEXTS.period}</Table.Th>
            <Table.Th className="number">{unit}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(({ key, shown }) => (
            <Table.Tr key={key}>
              <Table.Td>{key}</Table.Td>
              <Table.Td className="number">{shown}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function TimeChart(chart: Props) {
  const { ref, width } = useElementSize();
  const [is_table, toggle] = useState(false);
  return (
    <figure className="chart" aria-label={chart.title} ref={ref}>
      <Group justify="space-between" wrap="nowrap" align="baseline">
        <Text size="sm" fw={600}>
          {chart.title}
        </Text>
        <Button
          flex="none"
          size="compact-xs"
          variant="subtle"
          aria-pressed={is_table}
          aria-label={`${REPORT_TEXTS.as_table}: ${chart.title}`}
          onClick={() => toggle(!is_table)}
        >
          {REPORT_TEXTS.as_table}
        </Button>
      </Group>
      {is_table ? <Figures {...chart} /> : null}
      {is_table || width === 0 ? null : <Drawing chart={chart} width={width} />}
    </figure>
  );
}
