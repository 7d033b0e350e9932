//! The start of a function.

use crate::{Aws, AwsConfig, Clock, ConfigError, Environment, Ids, LogFormat, Names, init_logs};

/// A function that starts. It reads its own variables from `environment` before it calls [`Startup::finish`], so that
/// one error names all variables that are missing or wrong.
#[derive(Debug)]
pub struct Startup {
    /// The environment variables.
    pub environment: Environment,
    /// The configuration of the AWS clients.
    pub aws: AwsConfig,
    names: Names,
}

/// What every function needs for its work.
#[derive(Debug)]
pub struct Basics {
    /// Makes the AWS clients.
    pub aws: Aws,
    /// The names of the tables.
    pub names: Names,
    /// The time.
    pub clock: Clock,
    /// The source of ids.
    pub ids: Ids,
}

impl Startup {
    /// The start of this process as a Lambda. Logs are JSON from now on.
    pub fn lambda() -> Self {
        init_logs(LogFormat::Json);
        Self::read(Environment::process())
    }

    /// Reads the variables that every function has.
    pub fn read(mut environment: Environment) -> Self {
        Self {
            aws: environment.aws(),
            names: environment.names(),
            environment,
        }
    }

    /// Makes what every function needs.
    ///
    /// # Errors
    ///
    /// If a variable that was read is missing or wrong.
    pub fn finish(self) -> Result<Basics, ConfigError> {
        let clock = Clock::system();
        let ids = Ids::new(clock.clone(), self.environment.entropy());
        self.environment.finish()?;
        Ok(Basics {
            aws: Aws::new(&self.aws),
            names: self.names,
            clock,
            ids,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_error_names_the_variables_of_every_function_and_of_this_one() {
        let mut startup = Startup::read(Environment::of(|_| None));
        startup.environment.bucket();
        let error = startup.finish().unwrap_err().to_string();
        for name in ["AWS_REGION", "TABLE_NAME", "EPHEMERAL_TABLE_NAME", "BUCKET_NAME"] {
            assert!(error.contains(&format!("{name} is not set")), "{error}");
        }
    }

    #[test]
    fn a_function_with_all_variables_gets_clients_and_the_names_of_its_tables() {
        let value = |name: &str| match name {
            "AWS_REGION" => Some("eu-west-1"),
            "AWS_ACCESS_KEY_ID" => Some("id"),
            "AWS_SECRET_ACCESS_KEY" => Some("secret"),
            "TABLE_NAME" => Some("records"),
            "EPHEMERAL_TABLE_NAME" => Some("ephemeral"),
            _ => None,
        };
        let startup = Startup::read(Environment::of(move |name| value(name).map(str::to_owned)));
        let basics = startup.finish().unwrap();
        assert_eq!(basics.aws.config().region, "eu-west-1");
        assert_eq!(basics.names.table, "records");
        assert_eq!(basics.names.ephemeral_table, "ephemeral");
    }
}
