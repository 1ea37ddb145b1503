//! Systems of linear equations.

/// Solves a system whose matrix is symmetric and positive definite, by Gaussian
/// elimination, which then needs no pivoting.
///
/// `None` if the matrix is singular or nearly so: if elimination has reduced a pivot to at
/// most `tolerance` times its original value.
pub(super) fn solve(
    mut matrix: Vec<Vec<f64>>,
    mut vector: Vec<f64>,
    tolerance: f64,
) -> Option<Vec<f64>> {
    let size = vector.len();
    let diagonal: Vec<f64> = (0..size).map(|index| matrix[index][index]).collect();
    for pivot in 0..size {
        let (done, rows_below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &done[pivot];
        let is_regular = pivot_row[pivot] > tolerance * diagonal[pivot];
        if !is_regular {
            return None;
        }
        for (row, values) in (pivot + 1..).zip(rows_below) {
            let factor = values[pivot] / pivot_row[pivot];
            for (value, above) in values.iter_mut().zip(pivot_row) {
                *value -= factor * above;
            }
            vector[row] -= factor * vector[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size)
            .map(|column| matrix[row][column] * vector[column])
            .sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_satisfies_the_equations() {
        let matrix = vec![
            vec![4.0, 2.0, 0.5],
            vec![2.0, 5.0, -1.0],
            vec![0.5, -1.0, 3.0],
        ];
        let vector = vec![1.0, -2.0, 3.0];
        let solution = solve(matrix.clone(), vector.clone(), 1e-9).expect("it is regular");
        for (row, right) in matrix.iter().zip(vector) {
            let left: f64 = row.iter().zip(&solution).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-12, "{left} {right}");
        }
        assert_eq!(solve(Vec::new(), Vec::new(), 0.0), Some(Vec::new()));
    }

    #[test]
    fn singular_systems_have_no_solution() {
        let matrix = |corner| vec![vec![1.0, 2.0], vec![2.0, corner]];
        for corner in [4.0, 4.0 + 1e-12, 3.0, f64::NAN] {
            assert_eq!(solve(matrix(corner), vec![1.0, 2.0], 1e-9), None);
        }
        assert!(solve(matrix(4.0 + 1e-6), vec![1.0, 2.0], 1e-9).is_some());
        assert_eq!(solve(vec![vec![0.0]], vec![0.0], 0.0), None);
    }
}
